import type { DataOf } from '@fairturn/ui/client.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, clearMemberCache, queries } from './client.ts'
import { deviceZone, readStored, writeStored } from './device.ts'
import { chosenLocale } from './locale.ts'
import { pagesQuery } from './pages-query.ts'
import { session } from './session.ts'

export const memberId = () => session.user()?._id ?? ''

export const keys = {
  viewer: ['viewer'],
  unread: ['unread'],
  notifications: ['notifications'],
  pushDevice: ['push-device'],
  levels: ['levels'],
  levelRefund: ['level-refund'],
  awards: ['awards'],
  orders: ['orders'],
  sessions: ['sessions'],
  security: ['security'],
  payments: ['payments'],
  campaigns: ['campaigns'],
  conversations: ['conversations'],
} as const

/** Stored in the session, for older clients and for the next page load; signing out removes them. */
function cacheSettings(settings: DataOf<'GET settings'>): void {
  if (session.accessToken() !== null) session.saveGlobal(settings)
}

/** The settings that the server wrote into the page; undefined if it wrote none, as in the offline shell. */
function settingsInPage(): DataOf<'GET settings'> | undefined {
  const text = document.getElementById('settings')?.textContent
  try {
    return text ? (JSON.parse(text) as DataOf<'GET settings'>) : undefined
  } catch {
    return undefined
  }
}

const inPage = settingsInPage()

/** Once per page load: older clients read the settings from session storage, and the page's are the newest. */
export function savePageSettings(): void {
  if (inPage) session.saveGlobal(inPage)
}

/** The settings last stored by this session, so that screens look and link the same offline. */
function settingsOfSession(): DataOf<'GET settings'> | undefined {
  const kept = session.global() as Partial<DataOf<'GET settings'>> | null
  return kept?.site_title && kept.link_support && kept.least_counted_award
    ? (kept as DataOf<'GET settings'>)
    : undefined
}

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    const { data } = await call('GET settings', { signal })
    cacheSettings(data)
    return data
  },
  staleTime: 10 * 60_000,
  initialData: inPage ?? settingsOfSession(),
  // The session's settings are stale: shown, and refetched.
  initialDataUpdatedAt: inPage ? Date.now() : 0,
})

export const viewerQuery = queryOptions({
  queryKey: keys.viewer,
  queryFn: async ({ signal }) => {
    const { data } = await call('POST viewer', { body: { user_id: memberId() }, signal })
    session.replaceUser(data)
    return data
  },
})

export const unreadQuery = queryOptions({
  queryKey: keys.unread,
  queryFn: async ({ signal }) =>
    (await call('POST unread-notifications', { body: { user_id: memberId() }, signal })).data.unread,
})

export const notificationsQuery = pagesQuery(keys.notifications, (from, signal) =>
  call('POST notifications', { body: { user_id: memberId(), ...deviceZone(), ...from }, signal }),
)

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: async ({ signal }) => (await call('GET notification-settings', { signal })).data,
})

export const levelsQuery = queryOptions({
  queryKey: keys.levels,
  queryFn: async ({ signal }) => (await call('GET level', { signal })).data,
})

export const levelPreviewQuery = (level_id: string) =>
  queryOptions({
    queryKey: ['level-preview', level_id],
    queryFn: async ({ signal }) =>
      (await call('GET level/:level_id/preview', { params: { level_id }, signal })).data,
  })

export type RefundStatement = DataOf<'GET level-refund'>

export const levelRefundQuery = queryOptions({
  queryKey: keys.levelRefund,
  queryFn: async ({ signal }) => (await call('GET level-refund', { signal })).data,
})

export const awardsQuery = queryOptions({
  queryKey: keys.awards,
  queryFn: async ({ signal }) => (await call('GET list-product-reward', { signal })).data.list,
})

export type Overview = DataOf<'POST list-product'>

/** The open offer, the orders that are not final, the number of orders per state, today's turns, and what can be claimed. */
export const overviewQuery = queryOptions({
  queryKey: [...keys.orders, 'overview'],
  queryFn: async ({ signal }) =>
    (await call('POST list-product', { body: { user_id: memberId(), state: 'open' }, signal })).data,
})

const FRESH_MS = 30_000
/** Responses slower than this are waited for on the screen, with skeletons. */
const MAX_WAIT_MS = 400

/**
 * Waits for Home's responses, so that it renders once with all of them instead of once for each; never
 * rejects.
 */
export async function homeResponses(): Promise<void> {
  if (session.accessToken() === null) return
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  const answers = [viewerQuery, unreadQuery, levelsQuery, overviewQuery, awardsQuery].map((query) => {
    // A query that was just refused is not retried on mount: a second 403 ends the session.
    queries.setQueryDefaults(query.queryKey, {
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > FRESH_MS,
    })
    return queries.prefetchQuery(query as typeof viewerQuery)
  })
  await Promise.race([late, Promise.all(answers)])
}

export const popupQuery = () =>
  queryOptions({
    queryKey: ['popup', chosenLocale()],
    queryFn: async ({ signal }) => (await call('GET popup', { signal })).data,
    staleTime: Infinity,
  })

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: async ({ signal }) => (await call('GET sessions', { signal })).data.list,
})

/** The same for everybody; never stale while the page is open. */
export const recoveryQuery = queryOptions({
  queryKey: ['recovery'],
  queryFn: async ({ signal }) => (await call('GET auth/recovery', { signal })).data,
  staleTime: Infinity,
})

export const securityQuery = queryOptions({
  queryKey: keys.security,
  queryFn: async ({ signal }) => (await call('GET security', { signal })).data,
})

export type ContentCall =
  | 'GET company-profile'
  | 'GET development-cooperation'
  | 'GET foundation-rules'
  | 'GET ordering-rules'
  | 'GET receive-account'
  | 'GET imprint'
  | 'GET terms'
  | 'GET privacy-notice'

export const contentQuery = (name: ContentCall) =>
  queryOptions({
    queryKey: ['page', name, chosenLocale()],
    // All of these calls have the same response type; the type checker needs one name.
    queryFn: async ({ signal }) => (await call(name as 'GET company-profile', { signal })).data,
    staleTime: 10 * 60_000,
  })

const DEVICE_TOKEN = 'device_token'

/** Of the last sign-in on this device: sent with the next one, so that strangers' attempts do not lock the member out. */
export const deviceToken = (): { device_token?: string } => {
  const stored = readStored(DEVICE_TOKEN)
  return stored === null ? {} : { device_token: stored }
}

/** Signs in: removes everything of the previous member, and stores the known settings in the new session. */
export function beginSession(answer: DataOf<'POST auth/login'>): void {
  clearMemberCache()
  session.begin(answer)
  if (answer.device_token !== undefined) writeStored(DEVICE_TOKEN, answer.device_token)
  const settings = queries.getQueryData(settingsQuery.queryKey)
  if (settings) cacheSettings(settings)
}

/** Refetches everything that shows money or a level, after either changed. */
export async function refreshMoney(): Promise<void> {
  await Promise.all(
    [keys.viewer, keys.levels, keys.levelRefund, ['level-preview']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}
