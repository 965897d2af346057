import type { LedgerAccount, LedgerEntry } from '@fairturn/contract/backoffice/ledger'
// Links from the ledger to its subjects, by name; subjects without a page are shown as text.
import { Link as Coloured } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink, type LinkProps } from 'react-router-dom'
import { Name } from '../components/Name.tsx'

const Link = (props: LinkProps) => <Coloured component={RouterLink} {...props} />

interface Shown {
  /** In lists. */
  bare?: boolean
}

export const HolderLink = ({ holder_id, bare = false }: Pick<LedgerAccount, 'holder_id'> & Shown) => (
  <Name id={holder_id} bare={bare} />
)

export const SubjectLink = ({ refers_to, bare = false }: Pick<LedgerEntry, 'refers_to'> & Shown) => (
  <Name id={refers_to} bare={bare} />
)

const MINUTE_MS = 60_000

/** Links to the statement of the account's holder, for the period of this entry. */
export function StatementLink({
  posting: { kind, holder_id },
  entry: { _id, event_at },
}: {
  posting: Pick<LedgerAccount, 'kind' | 'holder_id'>
  entry: Pick<LedgerEntry, '_id' | 'event_at'>
}) {
  const translate = useTranslate()
  if (!kind.startsWith('member_')) return null
  const to = new Date(Date.parse(event_at) + MINUTE_MS).toISOString()
  return (
    <Link to={`/members/${holder_id}/show?${new URLSearchParams({ to, entry: _id })}#statement`}>
      {translate('entries.statement')}
    </Link>
  )
}

/** A member, an operator, or what else acts. */
export const ActorLink = ({ actor, bare = false }: { actor: string } & Shown) => (
  <Name id={actor.replace(/^(member|operator):/, '')} bare={bare} />
)

/** What is frozen, and whose it is. */
export function ScopeLink({ scope, subject }: { scope: string; subject: string }) {
  const translate = useTranslate()
  return (
    <>
      {translate(`freezes.scopes.${scope}`)} {subject !== 'all' && <Name id={subject} />}
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
