// Runs inline in the page's head, before the app's code has arrived: chooses which outline is shown meanwhile
// and asks for what Home needs, all at once. The client takes these answers over (ui/src/client.ts, `early`).
// Must import nothing, for it is sent with every page; must never throw, for the page has to paint.
export {}

/** Put in front of this script by member/inline-scripts.ts: files by first screen and by language. */
declare const AHEAD: Readonly<Record<string, readonly string[]>>

function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const base = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content || '/api/'
const locale = kept('locale') || keptOnDevice() || 'vn'
const token = kept('access_token')
const asked: Record<string, Promise<Response>> = {}

function keptOnDevice(): string | null {
  try {
    return localStorage.getItem('locale')
  } catch {
    return null
  }
}

function ask(name: string, body?: object) {
  const [method, path] = name.split(' ') as [string, string]
  const headers: Record<string, string> = { langCode: locale }
  if (token) headers['authorization'] = `Bearer ${token}`
  if (body) headers['content-type'] = 'application/json'
  const answer = fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  // Failing early is no failure: the client asks again and says what is wrong.
  answer.catch(() => undefined)
  asked[name] = answer
}

const at_home = location.pathname === '/'
const outline = token ? (at_home ? 'home' : 'page') : 'plain'
document.documentElement.dataset['outline'] = outline
for (const file of [...(AHEAD[outline] ?? []), ...(AHEAD[locale] ?? [])]) {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${file}` }),
  )
}
Object.assign(globalThis, { early: { locale, token, asked } })
try {
  const user_id = (JSON.parse(kept('user') ?? 'null') as { _id?: string } | null)?._id
  ask('GET settings')
  if (token && user_id && at_home) {
    ask('POST viewer', { user_id })
    ask('POST unread-notifications', { user_id })
    ask('GET level')
    ask('GET list-product-reward')
    ask('GET popup')
  }
} catch {
  // A stored user that cannot be read: the app itself deals with it.
}
