// Store of the browser's offer to install the app. The browser announces it once, perhaps before any screen that uses
// it is mounted.

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

/** Opens the browser's install prompt; an offer can be used once. */
export function install(): void {
  void offer?.prompt()
  become(null)
}

export function subscribeInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
