// Browser globals for rendering at build: a visitor without a session, online, in a current browser.
// preload.ts fills in the site's name and removes the demo notice.
const settings = {
  site_title: { value: '{site}' },
  demo: { value: true, bank: false },
  link_support: { value: null },
}
const nothing = () => undefined
const browser = {
  location: { pathname: '/', search: '', hash: '', hostname: 'localhost' },
  history: { state: null },
  navigator: { onLine: true },
  document: {
    querySelector: () => null,
    getElementById: (id: string) => (id === 'settings' ? { textContent: JSON.stringify(settings) } : null),
    documentElement: { dataset: {} },
  },
  matchMedia: () => ({ matches: false }),
  addEventListener: nothing,
  removeEventListener: nothing,
  isSecureContext: true,
  PublicKeyCredential: nothing,
  BroadcastChannel: undefined,
}
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
