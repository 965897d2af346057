// Runs inline in the page's head, before the app's code has arrived: chooses the outline, preloads Home's data, and
// fetches and starts the app once the page is painted. The client takes the responses over (ui/src/client.ts).
// Imports nothing, for it is sent with every page; never throws, for the page has to paint.

/** Put in front of this script by member/inline-scripts.ts: files by first screen and by language. */
declare const AHEAD: Readonly<Record<string, readonly string[]>>
/** The files of the app's entry in the order they are evaluated, itself last; none in development. */
declare const ENTRY: readonly string[]
/** The language tag by locale. */
declare const TAGS: Readonly<Record<string, string>>
type Settings = import('@fairturn/contract/content').Settings

{
  /** On a slower connection the code comes beside the poster. */
  const POSTER_WAIT_MS = 300
  const PAINT_WAIT_MS = 100

  // Zod would probe whether it may compile code; our CSP forbids it, and each probe is reported as a
  // violation (https://zod.dev, `jitless`).
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

  const keptIn = (storage: () => Storage, key: string): string | null => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  const inTab = (key: string) => keptIn(() => sessionStorage, key)

  const base = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content || '/api/'
  const locale = inTab('locale') || keptIn(() => localStorage, 'locale') || 'vn'
  const token = inTab('access_token')
  const responses: Record<string, Promise<Response>> = {}
  const ask = (name: string, body?: object) => {
    const [method, path] = name.split(' ') as [string, string]
    const headers: Record<string, string> = { langCode: locale }
    if (token) headers['authorization'] = `Bearer ${token}`
    if (body) headers['content-type'] = 'application/json'
    const answer = fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    // A failed preload is harmless: the client retries and reports it.
    answer.catch(() => undefined)
    responses[name] = answer
  }

  const at_home = location.pathname === '/'
  const outline = token ? (at_home ? 'home' : 'page') : 'plain'
  const root = document.documentElement
  root.dataset['outline'] = outline
  // Decides on the faces, before the first text.
  root.lang = TAGS[locale] ?? root.lang
  const fetchAhead = (properties: Partial<HTMLLinkElement>) => {
    const link = Object.assign(document.createElement('link'), properties)
    document.head.append(link)
    return link
  }
  const settled = (link: HTMLLinkElement) =>
    new Promise((resolve) => {
      link.addEventListener('load', resolve)
      link.addEventListener('error', resolve)
    })
  /** The largest thing on the screen: what is fetched after it does not delay it. */
  let poster_settled: Promise<unknown> | undefined
  const settings = document.getElementById('settings')?.textContent
  try {
    const poster = settings && (JSON.parse(settings) as Settings).banner_poster?.value
    // In the outline and then in the film itself, so it is fetched before all else.
    if (poster && outline === 'home') {
      poster_settled = settled(
        fetchAhead({ rel: 'preload', as: 'image', fetchPriority: 'high', href: poster }),
      )
      root.style.setProperty('--poster', `url("${encodeURI(poster)}")`)
    }
  } catch {
    // Settings that cannot be read: the app itself deals with it.
  }
  Object.assign(globalThis, { preloaded: { locale, token, responses } })
  try {
    const user_id = (JSON.parse(inTab('user') ?? 'null') as { _id?: string } | null)?._id
    if (!settings) ask('GET settings')
    if (token && user_id && at_home) {
      ask('POST viewer', { user_id })
      ask('POST unread-notifications', { user_id })
      ask('POST number-product', { user_id })
      ask('GET level')
      ask('GET list-product-reward')
      ask('GET popup')
    }
  } catch {
    // A stored user that cannot be read: the app itself deals with it.
  }

  const nextTask = (delay_ms = 0) => new Promise((resolve) => setTimeout(resolve, delay_ms))
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => void nextTask().then(resolve)))

  /** Nothing is drawn without its style: a script in the page would wait for the stylesheet, one added later does not. */
  const styled = async () => {
    if (document.readyState === 'loading')
      await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
    const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
    if (link && !link.sheet) await settled(link)
  }

  /** Shows what was rendered of this screen at build, which the app takes over; where it would differ, the app renders it itself. */
  const showScreen = () => {
    const screens = document.getElementById('screens')?.textContent
    if (!screens || !settings || token || history.state !== null) return
    const { site_title, demo } = JSON.parse(settings) as Settings
    const title = (site_title.value || 'Fairturn').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    const html = (JSON.parse(screens) as Record<string, string>)[locale]
    const place = document.getElementById('root')
    if (!html || !place) return
    place.innerHTML = html.replaceAll('{site}', () => title)
    if (!demo.value) place.querySelector('aside')?.remove()
    for (const link of place.querySelectorAll<HTMLAnchorElement>('a[href="/login"],a[href="/register"]'))
      link.setAttribute('href', link.pathname + location.search)
    // Sent by the browser itself, a form would put the password into the address.
    place.addEventListener('submit', (event) => event.preventDefault())
    // The only choice on these screens is the language; the app follows it (shell/Preferences.tsx).
    place.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) place.dataset['chosen_locale'] = target.value
    })
    place.dataset['prerendered'] = locale
  }

  /**
   * The code shares the connection with what is painted, so it is fetched after that. Each file is evaluated in a separate task,
   * so that a tap or a key is answered between them.
   */
  const start = async () => {
    if (outline === 'plain') {
      await styled()
      try {
        showScreen()
      } catch {
        // Settings that cannot be read: the app itself deals with it.
      }
    }
    await Promise.race([poster_settled, nextTask(POSTER_WAIT_MS)])
    // A page that is not seen has no frames.
    await Promise.race([painted(), nextTask(PAINT_WAIT_MS)])
    for (const file of [...ENTRY, ...(AHEAD[outline] ?? []), ...(AHEAD[locale] ?? [])])
      fetchAhead({ rel: 'modulepreload', href: `/${file}` })
    await styled()
    // Else the first render asks for them, and is laid out twice.
    if (outline !== 'plain')
      void document.fonts.load('1rem "Manrope Vietnamese", "Manrope Variable"', locale === 'vn' ? 'aạ' : 'a')
    // The first number format of a process loads the data of all: in a task of its own, or the first render would wait for it.
    if (outline === 'home') {
      await nextTask()
      void new Intl.NumberFormat(root.lang)
      await nextTask()
    }
    for (const file of ENTRY.slice(0, -1)) {
      // The entry needs them all, and says what is missing.
      await import(`/${file}`).catch(() => undefined)
      await nextTask()
    }
    const entry = Object.assign(document.createElement('script'), { type: 'module', src: `/${ENTRY.at(-1)}` })
    document.head.append(entry)
  }
  if (ENTRY.length > 0) void start()
}
