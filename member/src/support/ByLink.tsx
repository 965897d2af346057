import { Button } from '@fairturn/ui/Button.tsx'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
// What a mailed link opens: a stranger's conversation, or before that the confirmation of the address. The token stays in
// memory: after a reload the mail is opened again.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SignInFrame } from '../members/sign-in/SignInFrame.tsx'
import { call, queries } from '../shell/client.ts'
import { failureText } from '../shell/failure-text.ts'
import { paths } from '../shell/paths.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useAction } from '../shell/useAction.ts'
import { Composer } from './Composer.tsx'
import { DueBlock } from './DueBlock.tsx'
import { statusText } from './labels.ts'
import { Messages } from './Messages.tsx'
import { strangersQuery } from './support-queries.ts'

type Thread = Awaited<ReturnType<NonNullable<ReturnType<typeof strangersQuery>['queryFn']>>>

export function ByLink({ token }: { token: string }) {
  const { t } = useLingui()
  const query = useQuery(strangersQuery(token))
  const { data, error } = query
  // Not confirmed yet, or no longer valid; which of them it is, the confirmation says.
  if (!data && error instanceof ApiFailure && error.code === 'link_is_not_valid')
    return <Confirm token={token} />
  return (
    <SignInFrame title={t`Your conversation`} lead={data && statusText(data.status)}>
      <div className="mt-6 grid gap-3">
        <QueryResult query={query} outline={['h-16', 'mt-3 h-48']}>
          {(thread) => <StrangersThread token={token} thread={thread} />}
        </QueryResult>
      </div>
    </SignInFrame>
  )
}

const show = (token: string) => (thread: Thread) =>
  queries.setQueryData(strangersQuery(token).queryKey, thread)

/** Confirms only when the button is pressed, because link scanners also open mailed links. */
function Confirm({ token }: { token: string }) {
  const { t } = useLingui()
  const confirm = useAction({
    run: async () => (await call('POST support/confirm', { body: { token } })).data,
    onDone: show(token),
    // Shown on the page, not as a toast.
    onFailed: () => undefined,
  })
  return (
    <SignInFrame
      title={t`Confirm your address`}
      lead={<Trans>This also sends us your question. The answer comes to this address.</Trans>}
    >
      <p role="alert" className="mt-6 font-medium text-loss">
        {confirm.failure && failureText(confirm.failure).title}
      </p>
      <Button wide busy={confirm.busy} onClick={() => confirm.start(undefined)} className="mt-3">
        {t`Confirm and send`}
      </Button>
      {confirm.failure && (
        <LinkButton href={paths.askSupport} variant="secondary" wide className="mt-2.5">
          {t`Ask again`}
        </LinkButton>
      )}
    </SignInFrame>
  )
}

function StrangersThread({ token, thread }: { token: string; thread: Thread }) {
  return (
    <>
      <DueBlock conversation={{ ...thread, complaint: null }} />
      <Messages messages={thread.messages} />
      {thread.status === 'closed' ? (
        <LinkButton href={paths.askSupport} variant="secondary" wide>
          <Trans>Ask again</Trans>
        </LinkButton>
      ) : (
        <Composer
          name={thread._id}
          send={async (message, key) =>
            (await call('POST support/reply', { body: { token, key: uuidOf(key), message } })).data
          }
          onSent={show(token)}
          onFailed={() => queries.invalidateQueries({ queryKey: strangersQuery(token).queryKey })}
        />
      )}
    </>
  )
}

/** The key of a message, 32 hex digits, in the form of a UUIDv4. */
const uuidOf = (key: string): string =>
  [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`, `8${key.slice(17, 20)}`, key.slice(20)].join(
    '-',
  )
