import type { Named } from '@fairturn/contract/backoffice/names'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { type Action, type OpenKeys, useAction } from '@fairturn/ui/useAction.ts'
// Hooks for all queries and actions of the screens: typed by the contract's endpoints, in react-admin's query
// cache.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNotify } from 'react-admin'
import { call, type CallArguments, type CallInput, type CallName, type DataOf, upload } from './api.ts'
import { useNotifyFailure } from './failures.ts'

const MAX_ATTEMPTS = 3

/** Refusals are final; other failures may be transient. */
const retry = (failures: number, failure: Error) =>
  failures + 1 < MAX_ATTEMPTS && failure instanceof ApiFailure && failure.kind !== 'refused'

/**
 * Resolves after the delay; rejects if the query is cancelled, because its input has changed or the screen
 * was closed.
 */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

/** Shows a notification once per failure. */
function useFailureNotice(failure: Error | null, silent: boolean): void {
  const notifyFailure = useEffectEvent(useNotifyFailure())
  useEffect(() => {
    if (failure !== null && !silent) notifyFailure(failure)
  }, [failure, silent])
}

interface QueryOptions<Data> {
  enabled?: boolean
  /** Polling interval; `false` once there is nothing to wait for. */
  pollMs?: number | ((data: Data | undefined) => number | false)
  /** Debounce delay, for inputs that are being typed. */
  delayMs?: number
  /**
   * The read is audited: fetched exactly once per visit, never served from the cache, and removed with the
   * screen.
   */
  recorded?: boolean
  /** The data does not change while the back office is open. */
  fixed?: boolean
  /** Keeps the previous data until that of a new input arrives. */
  keep?: boolean
  /** No notification of a failure: the screen works without the data, or shows the failure itself. */
  silent?: boolean
}

interface Query<Data> {
  data: Data | undefined
  failure: Error | null
  busy: boolean
  refresh: () => void
}

/** A query with any fetch function, with the options of `useEndpointQuery`; `key` identifies all its inputs. */
export function useReadQuery<Data>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Data>,
  {
    enabled = true,
    pollMs,
    delayMs = 0,
    recorded = false,
    fixed = false,
    keep = false,
    silent = false,
  }: QueryOptions<Data> = {},
): Query<Data> {
  const { data, error, isFetching, refetch } = useQuery<Data, Error, Data>({
    queryKey: key,
    async queryFn({ signal }) {
      if (delayMs > 0) await pause(delayMs, signal)
      return await read(signal)
    },
    enabled,
    retry: !recorded && retry,
    refetchOnWindowFocus: false,
    ...((recorded || fixed) && { staleTime: 'static' as const }),
    ...(recorded && { gcTime: 0 }),
    ...(keep && { placeholderData: keepPreviousData }),
    ...(pollMs !== undefined && {
      refetchInterval: typeof pollMs === 'number' ? pollMs : ({ state }) => pollMs(state.data),
    }),
  })
  useFailureNotice(error, silent)
  return { data, failure: error, busy: isFetching, refresh: () => void refetch() }
}

const keyOf = (name: CallName, input: unknown) => [name, input ?? {}]

/** Queries an endpoint of the contract. */
export const useEndpointQuery = <Name extends CallName>(
  name: Name,
  ...[input, options]: CallArguments<Name, [QueryOptions<DataOf<Name>>]>
): Query<DataOf<Name>> =>
  useReadQuery(
    keyOf(name, input),
    (signal) => call(name, ...([input, { signal }] as unknown as CallArguments<Name>)),
    options,
  )

/**
 * One audited read for each input, as `recorded` of `useEndpointQuery`; in the order of the inputs, undefined until it is there.
 */
export function useRecordedQueries<Name extends CallName>(name: Name, inputs: readonly CallInput<Name>[]) {
  const found = useQueries({
    queries: inputs.map((input) => ({
      queryKey: keyOf(name, input),
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DataOf<Name>> =>
        await call(name, ...([input, { signal }] as unknown as CallArguments<Name>)),
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: 'static' as const,
      gcTime: 0,
    })),
  })
  useFailureNotice(found.find(({ error }) => error !== null)?.error ?? null, false)
  return found.map(({ data }) => data)
}

/** Updates cached data of an endpoint from an action's response. */
export function useSetEndpointData<Name extends CallName>(name: Name) {
  const cache = useQueryClient()
  return (input: CallInput<Name>, change: (data: DataOf<Name>) => DataOf<Name>) =>
    cache.setQueryData<DataOf<Name>>(keyOf(name, input), (data) => data && change(data))
}

interface Page {
  readonly list: readonly unknown[]
  readonly cursor: string | null
  readonly names?: readonly Named[] | undefined
}
type PagedName = { [Name in CallName]: DataOf<Name> extends Page ? Name : never }[CallName]
type RowOf<Name extends CallName> = DataOf<Name> extends { list: readonly (infer Row)[] } ? Row : never

/** Queries a list page by page and appends the pages; `more` is undefined on the last one. */
export function useEndpointPages<Name extends PagedName>(name: Name, ...[input]: CallArguments<Name>) {
  const { query, ...rest } = (input ?? {}) as { query?: object }
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['pages', ...keyOf(name, input)],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const sent = { ...rest, query: { ...query, ...(cursor !== null && { cursor }) } }
      return (await call(name, ...([sent, { signal }] as unknown as CallArguments<Name>))) as Page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    retry,
    refetchOnWindowFocus: false,
  })
  useFailureNotice(error, false)
  return {
    rows: data?.pages.flatMap(({ list }) => list as RowOf<Name>[]),
    names: data?.pages.flatMap(({ names = [] }) => names),
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}

export interface MutationOptions<Name extends CallName> {
  /** Notification text on success. */
  done?: string | ((data: DataOf<Name>) => string)
  onDone?: (data: DataOf<Name>, input: CallInput<Name>) => unknown
  /** The action navigates away: what it changed is refetched only when it is opened again. */
  leaves?: boolean
}

/** Kept while the page is open: an operator may leave a form whose outcome is unknown, and fill it in again. */
const openKeys = new Map<string, string>()
export const keysOf = (name: CallName): OpenKeys => ({
  get: (input) => openKeys.get(`${name} ${input}`),
  set: (input, key) => openKeys.set(`${name} ${input}`, key),
  delete: (input) => openKeys.delete(`${name} ${input}`),
})

/**
 * An action: sends one endpoint once, however often it is triggered, and retries with the same
 * Idempotency-Key while its outcome is unknown. Asks the operator to confirm if the contract requires a
 * recent confirmation. Notifies of failures; on success refetches everything on the screen.
 */
export function useEndpointMutation<Name extends CallName>(
  name: Name,
  {
    done,
    onDone,
    onFailed,
    leaves = false,
  }: MutationOptions<Name> & {
    /** Replaces the notification. */ onFailed?: (failure: ApiFailure) => void
  } = {},
): Action<CallInput<Name>> {
  const notify = useNotify()
  const notifyFailure = useNotifyFailure()
  const cache = useQueryClient()
  return useAction<CallInput<Name>, DataOf<Name>>({
    run: (input, key) => call(name, ...([input, { key }] as unknown as CallArguments<Name>)),
    keys: keysOf(name),
    async onDone(data, input) {
      if (done !== undefined) notify(typeof done === 'string' ? done : done(data), { type: 'success' })
      await onDone?.(data, input)
      void cache.invalidateQueries({ refetchType: leaves ? 'none' : 'active' })
    },
    onFailed: onFailed ?? notifyFailure,
  })
}

/** Uploads a form with a file; failures are shown beside the file. */
export function useUpload<Name extends CallName>(name: Name, query: object = {}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (form: FormData) => upload(name, form, query),
    onSuccess: () => void cache.invalidateQueries(),
  })
}
