// The parts of a service worker's scope that we use. TypeScript's `webworker` library cannot be combined with
// `dom`, with which the rest of the app is checked.

/** The browser keeps the worker alive until the promises passed to `waitUntil` have settled. */
export interface ExtendableEvent extends Event {
  waitUntil: (promise: Promise<unknown>) => void
}

export interface FetchEvent extends ExtendableEvent {
  /** Response of the navigation preload, which the browser requested while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
}

export interface MessageToWorker extends ExtendableEvent {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

export interface PushEvent extends ExtendableEvent {
  /** Null for a push without a payload. */
  readonly data: { json: () => unknown } | null
}

export interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}

/** A page of this origin, as seen by the worker. */
export interface WindowClient {
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus: () => Promise<WindowClient>
  postMessage: (message: unknown) => void
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  message: MessageToWorker
  push: PushEvent
  notificationclick: NotificationEvent
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
  readonly clients: {
    matchAll: (options: { type: 'window' }) => Promise<readonly WindowClient[]>
    openWindow: (url: string) => Promise<WindowClient | null>
    claim: () => Promise<void>
  }
  skipWaiting: () => Promise<void>
  addEventListener: <Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ) => void
}
