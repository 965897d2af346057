import type { LedgerAccount, LedgerEntry } from '@fairturn/contract/backoffice/ledger'
// Links from the ledger to its subjects: members, campaigns, deposits, withdrawals, bank lines. Subjects
// without a page are shown as text.
import { UUID } from '@fairturn/contract/ids'
import { Link as Coloured } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink, type LinkProps } from 'react-router-dom'

const Link = (props: LinkProps) => <Coloured component={RouterLink} {...props} />

const OWNERS: Partial<Record<LedgerAccount['kind'], string>> = {
  member_available: 'members',
  member_held: 'members',
  campaign_escrow: 'campaigns',
  campaign_fee: 'campaigns',
  unmatched_payment: 'bank-lines',
}
const SUBJECTS: Partial<Record<LedgerEntry['type'], string>> = {
  deposit_credited: 'deposits',
  unmatched_payment_kept: 'bank-lines',
  unmatched_payment_refunded: 'bank-lines',
  unmatched_payment_returned: 'bank-lines',
  campaign_paid: 'campaigns',
  campaign_ended: 'campaigns',
  withdrawal_requested: 'withdrawals',
  withdrawal_sent: 'withdrawals',
  withdrawal_returned: 'withdrawals',
}

function To({ resource, id }: { resource: string | undefined; id: string }) {
  if (resource === undefined || !UUID.test(id)) return id
  return (
    <Link to={`/${resource}/${id}/show`} onClick={(event) => event.stopPropagation()}>
      {id}
    </Link>
  )
}

export const OwnerLink = ({ kind, holder_id }: Pick<LedgerAccount, 'kind' | 'holder_id'>) => (
  <To resource={OWNERS[kind]} id={holder_id} />
)

export const SubjectLink = ({ type, refers_to }: Pick<LedgerEntry, 'type' | 'refers_to'>) => (
  <To resource={SUBJECTS[type]} id={refers_to} />
)

const MINUTE_MS = 60_000

/** Links to the statement of the account's owner, for the period of this entry. */
export function StatementLink({
  posting: { kind, holder_id },
  entry: { _id, event_at },
}: {
  posting: Pick<LedgerAccount, 'kind' | 'holder_id'>
  entry: Pick<LedgerEntry, '_id' | 'event_at'>
}) {
  const translate = useTranslate()
  if (OWNERS[kind] !== 'members') return null
  const to = new Date(Date.parse(event_at) + MINUTE_MS).toISOString()
  return (
    <Link to={`/members/${holder_id}/show?${new URLSearchParams({ to, entry: _id })}#statement`}>
      {translate('entries.statement')}
    </Link>
  )
}

export function ActorLink({ actor }: { actor: string }) {
  // For claims the actor is only the member.
  const member_id = actor.replace(/^member:/, '')
  return UUID.test(member_id) ? <To resource="members" id={member_id} /> : actor
}

/** What is blocked, and whose it is. */
export function ScopeLink({ scope, subject }: { scope: string; subject: string }) {
  const translate = useTranslate()
  const resource = { member_money: 'members', campaign_money: 'campaigns' }[scope]
  return (
    <>
      {translate(`freezes.scopes.${scope}`)} {resource && <To resource={resource} id={subject} />}
    </>
  )
}

export const AccountLink = ({ account_id, label }: { account_id: string; label: string }) => (
  <Link to={`/accounts/${account_id}/show`}>{label}</Link>
)
export const EntryLink = ({ entry_id, label }: { entry_id: string; label: string }) => (
  <Link to={`/entries/${entry_id}/show`} onClick={(event) => event.stopPropagation()}>
    {label}
  </Link>
)
