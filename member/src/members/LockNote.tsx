// Why an account is locked, since when, until when, and how its member regains access: on Home, Me and the
// sign-in.
import type { MemberLock } from '@fairturn/contract/members'
import { dateTime } from '@fairturn/ui/formats.ts'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import { asSentence } from '../shell/messages.ts'
import { paths } from '../shell/paths.ts'
import { useSettings, useUser } from '../shell/useSession.ts'
import { objectOrAskText } from '../support/labels.ts'

export default function LockNote({ lock }: { lock: MemberLock }) {
  const { kind, reason, since, until, by_support_alone } = lock
  return (
    <Note tone="loss">
      <p>
        <Trans>Your account has been locked</Trans>
      </p>
      <div className="mt-1 grid gap-1 font-normal">
        <p dir="auto">{asSentence(reason)}</p>
        <p>
          <Trans>Unlocking never costs anything: do not pay anybody for it.</Trans>
        </p>
        <p className="figures">
          <span className="block">
            <Trans>Since {dateTime(since)}</Trans>
          </span>
          {until !== null && (
            <span className="block">
              <Trans>until {dateTime(until)}</Trans>
            </span>
          )}
        </p>
        <p>
          {kind === 'conduct' ? (
            <Trans>You can still sign in, view everything and withdraw your money.</Trans>
          ) : (
            <Trans>Somebody else may have had access. Nobody can sign in, and withdrawals are on hold.</Trans>
          )}
        </p>
        {kind === 'security' && !by_support_alone && (
          <Link href={paths.forgotPassword} className="-my-1.5 py-1.5 font-semibold underline">
            <Trans>Get back in with a recovery code or a link by email</Trans>
          </Link>
        )}
        <WayToSupport kind={kind} />
      </div>
    </Note>
  )
}

const LINK = '-my-1.5 py-1.5 font-semibold underline'

/** Of a conduct lock the member objects here; under a security lock nobody is signed in. */
function WayToSupport({ kind }: Pick<MemberLock, 'kind'>) {
  const support = useSettings()?.link_support.value
  const member_id = useUser()?._id
  if (kind === 'conduct' && member_id !== undefined)
    return (
      <Link href={paths.newConversation('lock', member_id)} className={LINK}>
        {objectOrAskText()}
      </Link>
    )
  return (
    <>
      {kind === 'security' && (
        <p>
          <Trans>It protects your money, so it does not end because we are slow to answer.</Trans>
        </p>
      )}
      {support ? (
        <a href={support} target="_blank" rel="noopener noreferrer" className={LINK}>
          <Trans>Contact support</Trans>
        </a>
      ) : (
        <Link href={paths.askSupport} className={LINK}>
          <Trans>Contact support</Trans>
        </Link>
      )}
    </>
  )
}
