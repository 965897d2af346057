// Every read and every action of a screen: over the contract's endpoints, in the query cache that react-admin carries.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { type Action, useAction } from '@fairturn/ui/useAction.ts'
import { useEffect, useEffectEvent } from 'react'
import { useNotify } from 'react-admin'
import { call, type CallArguments, type CallInput, type CallName, type DataOf, upload } from './api.ts'
import { useNotifyFailure } from './failures.ts'

const MAX_ATTEMPTS = 3

/** What was refused is refused again; whatever else may pass. */
const retry = (failures: number, failure: Error) =>
  failures + 1 < MAX_ATTEMPTS && failure instanceof ApiFailure && failure.kind !== 'refused'

/** Resolves after a while, unless the read was cancelled: the input has changed meanwhile, or the screen is closed. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

/** Notifies of each failure once. */
function useFailureNotice(failure: Error | null, silent: boolean): void {
  const notifyFailure = useEffectEvent(useNotifyFailure())
  useEffect(() => {
    if (failure !== null && !silent) notifyFailure(failure)
  }, [failure, silent])
}

interface QueryOptions<Data> {
  enabled?: boolean
  /** Read again this often; `false` as soon as there is nothing to wait for. */
  poll_ms?: number | ((data: Data | undefined) => number | false)
  /** Of an input that is being typed: waits this long for the next letter. */
  delay_ms?: number
  /** Every read is recorded: read once, never by the cache alone, and forgotten with the screen. */
  recorded?: boolean
  /** The answer stays what it is while the back office is open. */
  fixed?: boolean
  /** The last data stays until those of another input are there. */
  keep?: boolean
  /** A failure is not shown: the screen does without, or shows it itself. */
  silent?: boolean
}

interface Query<Data> {
  data: Data | undefined
  failure: Error | null
  busy: boolean
  refresh: () => void
}

/** Reads anything, as `useEndpointQuery` reads an endpoint; `key` names all that the answer depends on. */
export function useReadQuery<Data>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Data>,
  {
    enabled = true,
    poll_ms,
    delay_ms = 0,
    recorded = false,
    fixed = false,
    keep = false,
    silent = false,
  }: QueryOptions<Data> = {},
): Query<Data> {
  const { data, error, isFetching, refetch } = useQuery<Data, Error, Data>({
    queryKey: key,
    async queryFn({ signal }) {
      if (delay_ms > 0) await pause(delay_ms, signal)
      return await read(signal)
    },
    enabled,
    retry: !recorded && retry,
    refetchOnWindowFocus: false,
    ...((recorded || fixed) && { staleTime: 'static' as const }),
    ...(recorded && { gcTime: 0 }),
    ...(keep && { placeholderData: keepPreviousData }),
    ...(poll_ms !== undefined && {
      refetchInterval: typeof poll_ms === 'number' ? poll_ms : ({ state }) => poll_ms(state.data),
    }),
  })
  useFailureNotice(error, silent)
  return { data, failure: error, busy: isFetching, refresh: () => void refetch() }
}

const keyOf = (name: CallName, input: unknown) => [name, input ?? {}]

/** Reads an endpoint of the contract. */
export const useEndpointQuery = <Name extends CallName>(
  name: Name,
  ...[input, options]: CallArguments<Name, [QueryOptions<DataOf<Name>>]>
): Query<DataOf<Name>> =>
  useReadQuery(
    keyOf(name, input),
    (signal) => call(name, ...([input, { signal }] as unknown as CallArguments<Name>)),
    options,
  )

/** Changes what is kept of an endpoint's answer, where an action has told what it is now. */
export function useSetEndpointData<Name extends CallName>(name: Name) {
  const cache = useQueryClient()
  return (input: CallInput<Name>, change: (data: DataOf<Name>) => DataOf<Name>) =>
    cache.setQueryData<DataOf<Name>>(keyOf(name, input), (data) => data && change(data))
}

interface Page {
  readonly list: readonly unknown[]
  readonly cursor: string | null
}
type PagedName = { [Name in CallName]: DataOf<Name> extends Page ? Name : never }[CallName]
type RowOf<Name extends CallName> = DataOf<Name> extends { list: readonly (infer Row)[] } ? Row : never

/** Reads a list page by page, each below the one before; `more` is undefined where there is no more. */
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
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}

export interface MutationOptions<Name extends CallName> {
  /** The text that tells it is done. */
  done?: string | ((data: DataOf<Name>) => string)
  onDone?: (data: DataOf<Name>, input: CallInput<Name>) => unknown
  /** It leads away from what it changed: that is read again only when it is opened again. */
  leaves?: boolean
}

/**
 * An action: one endpoint, sent once however often it is pressed, and retried under the same Idempotency-Key while its
 * outcome is unknown. Where the contract wants a recent confirmation the operator is asked for it. A failure is notified
 * of; once it is done, everything on the screen is read again.
 */
export function useEndpointMutation<Name extends CallName>(
  name: Name,
  {
    done,
    onDone,
    onFailed,
    leaves = false,
  }: MutationOptions<Name> & {
    /** Instead of the notification. */ onFailed?: (failure: ApiFailure) => void
  } = {},
): Action<CallInput<Name>> {
  const notify = useNotify()
  const notifyFailure = useNotifyFailure()
  const cache = useQueryClient()
  return useAction<CallInput<Name>, DataOf<Name>>({
    run: (input, key) => call(name, ...([input, { key }] as unknown as CallArguments<Name>)),
    async onDone(data, input) {
      if (done !== undefined) notify(typeof done === 'string' ? done : done(data), { type: 'success' })
      await onDone?.(data, input)
      void cache.invalidateQueries({ refetchType: leaves ? 'none' : 'active' })
    },
    onFailed: onFailed ?? notifyFailure,
  })
}

/** Sends a form with a file; its failure is shown beside the file. */
export function useUpload<Name extends CallName>(name: Name, query: object = {}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (form: FormData) => upload(name, form, query),
    onSuccess: () => void cache.invalidateQueries(),
  })
}
