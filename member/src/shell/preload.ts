// Runs inline in the page's head, before the app's code has arrived: chooses the outline, preloads Home's
// data, and fetches and starts the app once the page is painted. The client takes over the responses
// (ui/src/client.ts). Has no imports, because it is sent with every page, and never throws, because the page
// has to paint.

/** Prepended to this script by member/inline-scripts.ts: files by first screen and by language. */
declare const AHEAD: Readonly<Record<string, readonly string[]>>
/** The files of the app's entry in evaluation order, the entry last; empty in development. */
declare const ENTRY: readonly string[]
/** The BCP 47 tag by locale. */
declare const TAGS: Readonly<Record<string, string>>
type Settings = import('@fairturn/contract/content').Settings

{
  /** On slower connections the code is fetched in parallel with the poster. */
  const POSTER_WAIT_MS = 300
  const PAINT_WAIT_MS = 100
  const MAX_RELOADS = 3
  const RELOAD_AFTER_MS = 1_000

  // Zod probes whether it may compile code; our CSP forbids that, and each probe would be reported as a
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
  const chosen = inTab('locale') || keptIn(() => localStorage, 'locale')
  const locale = chosen || 'vn'
  const token = inTab('access_token')
  const responses: Record<string, Promise<Response>> = {}
  const ask = (name: string, body?: object) => {
    const [method, path] = name.split(' ') as [string, string]
    const headers: Record<string, string> = { langCode: locale }
    if (token) headers['authorization'] = `Bearer ${token}`
    if (body) headers['content-type'] = 'application/json'
    const answer = fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    // A failed preload is harmless: the client retries and reports the error.
    answer.catch(() => undefined)
    responses[name] = answer
  }

  const atHome = location.pathname === '/'
  // The app would redirect as well, but only once it has loaded; the sign-in's page shows it before.
  if (atHome && !token) location.replace('/login')
  const outline = token ? (atHome ? 'home' : 'page') : 'plain'
  const root = document.documentElement
  root.dataset['outline'] = outline
  // Determines the fonts, so it is set before the first text.
  root.lang = TAGS[locale] ?? root.lang
  const localeFor = (tag: string) =>
    Object.keys(TAGS).find((code) => TAGS[code]?.split('-')[0] === tag.split('-')[0])
  const preferred = navigator.languages.map(localeFor).find((code) => code !== undefined)
  // Room at the top for shell/LanguageOffer.tsx, which arrives later and must move nothing.
  if (!chosen && preferred && preferred !== locale) root.dataset['offer'] = preferred
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
  /** The largest element on the screen; later fetches do not delay it. */
  let posterSettled: Promise<unknown> | undefined
  const settings = document.getElementById('settings')?.textContent
  try {
    const poster = settings && (JSON.parse(settings) as Settings).banner_poster?.value
    // Used by the outline and then by the video, so it is fetched first.
    if (poster && outline === 'home') {
      posterSettled = settled(
        fetchAhead({ rel: 'preload', as: 'image', fetchPriority: 'high', href: poster }),
      )
      root.style.setProperty('--poster', `url("${encodeURI(poster)}")`)
    }
  } catch {
    // Unreadable settings are handled by the app.
  }
  Object.assign(globalThis, { preloaded: { locale, token, responses } })
  try {
    const user_id = (JSON.parse(inTab('user') ?? 'null') as { _id?: string } | null)?._id
    if (!settings) ask('GET settings')
    if (token && user_id && atHome) {
      ask('POST viewer', { user_id })
      ask('POST unread-notifications', { user_id })
      ask('POST list-product', { user_id, state: 'open' })
      ask('GET level')
      ask('GET list-product-reward')
      ask('GET popup')
    }
  } catch {
    // An unreadable stored user is handled by the app.
  }

  /**
   * During a rolling upgrade the page may come from a process of the new version and the requests for its files
   * go to one of the old version, which does not have them. Returns whether the page will be reloaded; main.tsx
   * clears the count.
   */
  const reloadSoon = () => {
    try {
      const reloads = Number(sessionStorage.getItem('entry_reloads'))
      if (!navigator.onLine || reloads >= MAX_RELOADS) return false
      sessionStorage.setItem('entry_reloads', String(reloads + 1))
      setTimeout(() => location.reload(), RELOAD_AFTER_MS)
      return true
    } catch {
      // Storage is blocked: reloads cannot be counted, and might never end.
      return false
    }
  }

  const stylesheet = () => document.querySelector('link[rel=stylesheet]')
  /** Resolves once the stylesheet has loaded, or if the page has to do without it. */
  const stylesheetSettled = new Promise<void>((resolve) => {
    const settle = ({ target, type }: Event) => {
      if (target !== stylesheet()) return
      removeEventListener('error', settle, true)
      if (type === 'load' || !reloadSoon()) resolve()
    }
    // Events of elements do not bubble; `load` does not reach the window either.
    document.addEventListener('load', settle, true)
    addEventListener('error', settle, true)
  })

  const nextTask = (delayMs = 0) => new Promise((resolve) => setTimeout(resolve, delayMs))
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => void nextTask().then(resolve)))

  /**
   * Waits for the stylesheet, without which nothing is rendered; added by script, because a script element in
   * the page would block on the stylesheet.
   */
  const styled = async () => {
    if (document.readyState === 'loading')
      await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
    if (stylesheet()) await stylesheetSettled
  }

  /**
   * Shows the HTML prerendered at build for this screen, which the app hydrates; not shown where the app
   * would render something else.
   */
  const showScreen = () => {
    const screens = document.getElementById('screens')?.textContent
    if (!screens || !settings || token || history.state !== null) return
    const { site_title, demo } = JSON.parse(settings) as Settings
    const title = (site_title.value || 'Fairturn').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    const html = (JSON.parse(screens) as Record<string, string>)[locale]
    const container = document.getElementById('root')
    if (!html || !container) return
    container.innerHTML = html.replaceAll('{site}', () => title)
    if (!demo.value) for (const note of container.querySelectorAll('aside')) note.remove()
    for (const link of container.querySelectorAll<HTMLAnchorElement>('a[href="/login"],a[href="/register"]'))
      link.setAttribute('href', link.pathname + location.search)
    // A native submit would put the password into the URL. The app presses the last pressed button again when it
    // starts (main.tsx).
    container.addEventListener('submit', (event) => event.preventDefault())
    container.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest('button')
      if (!button || !container.dataset['prerendered']) return
      container.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
      button.dataset['pressed'] = 'true'
    })
    // The only choice on these screens is the language; the app applies it when it starts
    // (shell/Preferences.tsx).
    container.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) container.dataset['chosen_locale'] = target.value
    })
    container.dataset['prerendered'] = locale
  }

  /**
   * The code shares the connection with what is being painted, so it is fetched afterwards. Each file is
   * evaluated in a separate task, so that taps and keys are handled in between.
   */
  const start = async () => {
    if (outline === 'plain') {
      await styled()
      try {
        showScreen()
      } catch {
        // Unreadable settings are handled by the app.
      }
    }
    await Promise.race([posterSettled, nextTask(POSTER_WAIT_MS)])
    // A hidden page has no animation frames.
    await Promise.race([painted(), nextTask(PAINT_WAIT_MS)])
    for (const file of [...ENTRY, ...(AHEAD[outline] ?? []), ...(AHEAD[locale] ?? [])])
      fetchAhead({ rel: 'modulepreload', href: `/${file}` })
    await styled()
    // Otherwise the first render requests the fonts, and the page is laid out twice.
    if (outline !== 'plain')
      void document.fonts.load('1rem "Manrope Vietnamese", "Manrope Variable"', locale === 'vn' ? 'aạ' : 'a')
    // The first number format of a process loads all locale data: in a separate task, so that the first
    // render does not wait for it.
    if (outline === 'home') {
      await nextTask()
      void new Intl.NumberFormat(root.lang)
      await nextTask()
    }
    for (const file of ENTRY.slice(0, -1)) {
      // The entry imports them all and reports what is missing.
      await import(`/${file}`).catch(() => undefined)
      await nextTask()
    }
    // A page that is left while it loads ends before its root; the app has nowhere to start.
    if (!document.getElementById('root')) return
    const entry = Object.assign(document.createElement('script'), { type: 'module', src: `/${ENTRY.at(-1)}` })
    entry.addEventListener('error', reloadSoon)
    document.head.append(entry)
  }
  if (ENTRY.length > 0) void start()
}
