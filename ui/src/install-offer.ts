// Whether this device offers to install the app, as a small store. The browser announces it once, perhaps
// before any screen that offers it.

/** Chromium's event: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function become(next: InstallOffer | null): void {
  offer = next
  for (const listener of listeners) listener()
}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  become(event as InstallOffer)
})
addEventListener('appinstalled', () => become(null))

export const installOffer = (): InstallOffer | null => offer

/** Asks the member by the browser's own dialog; an offer can be used once. */
export function install(): void {
  void offer?.prompt()
  become(null)
}

export function subscribeInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
