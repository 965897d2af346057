// The parts of a service worker's scope that ours uses. TypeScript's own library for workers cannot stand beside the
// one for pages, and all of the member app is checked with that one.

/** An event that the browser keeps the worker alive for until the promises given to it have settled. */
export interface ExtendableEvent extends Event {
  waitUntil: (promise: Promise<unknown>) => void
}

export interface FetchEvent extends ExtendableEvent {
  /** The answer to a navigation that the browser asked for while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
}

export interface MessageToWorker extends ExtendableEvent {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

export interface PushEvent extends ExtendableEvent {
  /** Null for a push without a message. */
  readonly data: { json: () => unknown } | null
}

export interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}

/** A page of this origin as the worker sees it. */
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
