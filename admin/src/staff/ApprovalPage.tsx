import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import type { Named } from '@fairturn/contract/backoffice/names'
import { UUID } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { Alert, Box, Button, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { ActionDialog, ShownOnce } from '../components/ActionDialog.tsx'
import { Amount, useMoney } from '../components/Amount.tsx'
import { formatDay, formatTime, useKeyText } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading, RecordHead } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { useLanguageName } from '../components/Languages.tsx'
import { Name, useNameOf } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { QueueLine, useQueue } from '../components/queue.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { Status } from '../components/Status.tsx'
import { refusalText } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { conversationOf, isRecovery, titleOf, useKindOf } from './kind.ts'
import { ProposalSubjects } from './ProposalSubjects.tsx'
import {
  FoundContacts,
  isShown,
  MoneyFindings,
  ProposedChange,
  useProposedChange,
} from './ProposedChange.tsx'

type Decision = 'approve' | 'reject' | 'withdraw'
type Secrets = Record<string, string> | null
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export const ApprovalPage = () => (
  <RecordPage title={<What />}>
    {(proposal: Proposal) => <Details key={proposal._id} proposal={proposal} />}
  </RecordPage>
)

/** What is proposed, and to whom. */
function What() {
  const proposal = useRecordContext<Proposal & { names?: readonly Named[] }>()
  const kindOf = useKindOf()
  if (proposal === undefined) return null
  const member = proposal.names?.find(({ _id }) => _id === proposal.member_id)
  return [kindOf(proposal), member?.name, titleOf(proposal)].filter(Boolean).join(' · ')
}

function Details({ proposal }: { proposal: Proposal }) {
  const translate = useTranslate()
  const kindOf = useKindOf()
  const whatOf = useWhatOf()
  const [open, setOpen] = useState<Decision>()
  const [secrets, setSecrets] = useState<Secrets>(null)
  const { may } = proposal
  // After a failed attempt approving is no longer the next step: the cause is.
  const failed = proposal.failure !== null
  const refresh = useRefresh()
  const queue = useQueue('approvals', { status: 'open' }, proposal._id, {
    forMe: (one: Proposal) => one.may.approve,
    name: 'approvals',
  })
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(may.approve && !failed && { a: () => setOpen('approve') }),
    ...(may.approve && { r: () => setOpen('reject') }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <RecordHead title={kindOf(proposal)}>
        <Status texts="approvals.statuses" value={proposal.status} />
      </RecordHead>
      <Alerts proposal={proposal} />
      <Properties proposal={proposal} />
      <Content proposal={proposal} />
      {proposal.status === 'open' && <Decisions proposal={proposal} onOpen={setOpen} />}
      <QueueLine
        position={queue.position}
        keys={{
          ...(may.approve && !failed && { a: translate('approvals.approve') }),
          ...(may.approve && { r: translate('approvals.reject') }),
        }}
      />
      {open && (
        <Decide
          proposal={proposal}
          decision={open}
          onSecrets={setSecrets}
          onDecided={queue.goOn}
          onRefused={() => {
            setOpen(undefined)
            refresh()
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {secrets && (
        <Once
          values={secrets}
          of={whatOf(proposal)}
          onClose={() => {
            setSecrets(null)
            void queue.goOn(translate('approvals.approved'))
          }}
        />
      )}
    </Box>
  )
}

function Alerts({ proposal }: { proposal: Proposal }) {
  const translate = useTranslate()
  return (
    <>
      {proposal.failure && (
        <Alert severity="error">
          {translate('approvals.failure', { message: refusalText(proposal.failure) })}
        </Alert>
      )}
      {proposal.status === 'void' && <Voided proposal={proposal} />}
      {proposal.status === 'open' && isRecovery(proposal) && (
        <Alert severity="warning">
          <RecoveryNote proposal={proposal} />
        </Alert>
      )}
    </>
  )
}

/** Who decided what otherwise; the link is to what that was about. */
function Voided({ proposal: { voided, content } }: { proposal: Proposal }) {
  const translate = useTranslate()
  const { withdrawal_id, line_id } = content
  const about = [
    ['withdrawals', withdrawal_id],
    ['bank-lines', line_id],
  ].find((one): one is [string, string] => typeof one[1] === 'string')
  return (
    <Alert severity="info">
      {voided === null
        ? translate('approvals.voided.unknown')
        : translate(`approvals.voided.${voided.what}${voided.by === null ? '_by_nobody' : ''}`, {
            _: translate(`approvals.voided.${voided.what}`, { who: '—', when: formatTime(voided.at) }),
            who: voided.by,
            when: formatTime(voided.at),
          })}{' '}
      {about && (
        <GoTo to={`/${about[0]}/${about[1]}/show`}>
          {translate(`resources.${about[0]}.name`, { smart_count: 1 })}
        </GoTo>
      )}
    </Alert>
  )
}

interface DecisionsProps {
  proposal: Proposal
  onOpen: (decision: Decision) => void
}

function Decisions({ proposal: { may, failure, waits_for }, onOpen }: DecisionsProps) {
  const translate = useTranslate()
  const failed = failure !== null
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {may.approve && (
        <>
          <Button variant={failed ? 'text' : 'contained'} onClick={() => onOpen('approve')}>
            {translate(failed ? 'approvals.try_again' : 'approvals.approve')}
          </Button>
          <Button variant="outlined" color="error" onClick={() => onOpen('reject')}>
            {translate('approvals.reject')}
          </Button>
        </>
      )}
      {may.withdraw && (
        <Button variant="outlined" onClick={() => onOpen('withdraw')}>
          {translate('approvals.withdraw')}
        </Button>
      )}
      {!may.approve && (
        <Typography color="text.secondary">
          {translate('approvals.not_yours')} {translate('approvals.waits_for')}: {waits_for.join(', ') || '—'}
        </Typography>
      )}
    </Box>
  )
}

/** What is proposed, and about whom, for the names of dialogs. */
function useWhatOf(): (proposal: Proposal) => string {
  const kindOf = useKindOf()
  const nameOf = useNameOf()
  return (proposal) => {
    const { member_id } = proposal
    const member = member_id === null || nameOf(member_id) === member_id ? undefined : nameOf(member_id)
    return [kindOf(proposal), member, titleOf(proposal)].filter(Boolean).join(' · ')
  }
}

interface DecideProps {
  proposal: Proposal
  decision: Decision
  onSecrets: (secrets: Secrets) => void
  /** With what was done: opens the next one. */
  onDecided: (done: string) => Promise<void>
  /** It was not executed: the page shows why. */
  onRefused: () => void
  onClose: () => void
}

function Decide({ proposal, decision, onSecrets, onDecided, onRefused, onClose }: DecideProps) {
  const translate = useTranslate()
  const { _id, content_hash } = proposal
  const params = { proposal_id: _id }
  const of = useWhatOf()(proposal)
  const dialog = { title: translate(`approvals.${decision}`), of, onClose }
  if (decision === 'approve')
    return (
      <ActionDialog
        {...dialog}
        endpoint="POST backoffice/approvals/:proposal_id/approve"
        input={() => ({ params, body: { content_hash } })}
        why={
          isRecovery(proposal) ? <RecoveryNote proposal={proposal} /> : translate('approvals.approve_sure')
        }
        onRefused={onRefused}
        // What is shown once comes before the next one.
        onDone={({ shown }) =>
          shown === null ? onDecided(translate('approvals.approved')) : onSecrets(shown)
        }
      />
    )
  if (decision === 'reject')
    return (
      <ActionDialog
        {...dialog}
        endpoint="POST backoffice/approvals/:proposal_id/reject"
        input={({ reason }) => ({ params, body: { reason } })}
        withReason
        ends
        leaves
        onDone={() => onDecided(translate('approvals.rejected'))}
      />
    )
  return (
    <ActionDialog
      {...dialog}
      endpoint="POST backoffice/approvals/:proposal_id/withdraw"
      input={() => ({ params })}
      done="approvals.withdrawn"
    />
  )
}

/** Before half a code is shown: that it is once, and whom to call. */
function RecoveryNote({ proposal: { member_id } }: { proposal: Proposal }) {
  const translate = useTranslate()
  const { data } = useEndpointQuery(
    'GET backoffice/members',
    { query: { search: member_id ?? '' } },
    { enabled: member_id !== null, silent: true },
  )
  const member = data?.list.find(({ _id }) => _id === member_id)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <div>{translate('approvals.recovery_sure')}</div>
      {member && (
        <div>
          {translate('approvals.recovery_phone')}: {member.username}, <b>{member.phone}</b>.{' '}
          <GoTo to={`/members/${member._id}/show`}>{translate('approvals.recovery_page')}</GoTo>
        </div>
      )}
      <div>{translate('approvals.recovery_people')}</div>
    </Box>
  )
}

function Once({ values, of, onClose }: { values: Record<string, string>; of: string; onClose: () => void }) {
  const translate = useTranslate()
  const nameOf = useKeyText('approvals.fields')
  const { other_half: _, ...secrets } = values
  const named = Object.fromEntries(Object.entries(secrets).map(([key, value]) => [nameOf(key), value]))
  return (
    <ShownOnce
      title={translate('approvals.shown')}
      of={of}
      why={translate(whyShown(values))}
      values={named}
      onClose={onClose}
    />
  )
}

/** Of a recovery code, one half is for the member from this operator, the other from elsewhere. */
function whyShown(values: Record<string, string>): string {
  if ('recovery_code_second_half' in values) return 'approvals.second_half_why'
  if (values['other_half'] === 'mail') return 'approvals.first_half_and_mail'
  if ('recovery_code_first_half' in values) return 'approvals.first_half_and_third_person'
  return 'approvals.shown_why'
}

function Properties({ proposal }: { proposal: Proposal }) {
  const translate = useTranslate()
  const by = (who: string, at: string | null) => translate('approvals.by_at', { who, when: formatTime(at) })
  const { proposed_by, decided_by } = proposal
  return (
    <PropertyTable
      values={{
        'app.reason': proposal.reason,
        'approvals.proposed_by': by(proposed_by.username, proposal.proposed_at),
        'approvals.expires_at': proposal.status === 'open' && formatTime(proposal.expires_at),
        'approvals.member_id': proposal.member_id && <Name id={proposal.member_id} />,
        'approvals.decided': decided_by && by(decided_by.username, proposal.decided_at),
        'approvals.reject': proposal.decision_reason,
      }}
    />
  )
}

/** What an absent value means. */
const WORDS_OF_NOTHING: Readonly<Record<string, string>> = {
  path: 'broadcasts.nowhere',
  send_at: 'approvals.at_once',
  level_id: 'broadcasts.any_level',
  locale: 'broadcasts.any_language',
  active_days: 'approvals.any_day',
}

/** Ids that say nothing to a reader, or that are shown above with what they name; the exact content below has them. */
const UNSAID = new Set(['half_id', 'line_id', 'broadcast_id'])
/** Of a call with texts, which are shown above: whom they are to is said with what it does. */
const UNSAID_OF_CONVERSATIONS = new Set(['call', 'params', 'own_hosts', 'excluded', 'after'])

/** What a call with texts sends besides them. */
function withoutTexts(content: Proposal['content']): Proposal['content'] {
  const { body, texts } = content
  if (typeof texts !== 'object' || texts === null || typeof body !== 'object' || body === null) return content
  const { body: _, ...others } = content
  const left = Object.entries(body).filter(([name]) => !(name in texts) && !UNSAID_OF_CONVERSATIONS.has(name))
  return left.length === 0 ? others : { ...others, ...Object.fromEntries(left) }
}

/** On which side somebody is, or will be. */
const SIDE_FIELDS = new Set(['side', 'next_side'])

/** Where the texts of a field's values are. */
const TEXTS_OF_FIELDS: Readonly<Record<string, string>> = {
  verdict: 'support.verdicts',
  machine: 'support.machine',
  charge: 'bank_lines.charges',
  adjustment: 'adjustments.kinds',
}
const MONEY_FIELDS = new Set([
  'amount',
  'settles',
  'own_money_advances',
  'credits',
  'loss',
  'fee',
  'payout',
  'fees',
  'interest',
  'opening',
  'vat',
])

/** What a revocation does to withdrawals. */
const LISTS_OF_REFERENCES = new Set(['refused', 'dropped', 'resent', 'paid'])

interface Taken {
  reference: string
  taken: string
}

/** By deposit, or by withdrawal that had not come back. */
const TakenBack = ({ of }: { of: readonly Taken[] }) => (
  <>
    {of.map(({ reference, taken }) => (
      <div key={reference}>
        {reference}: <Amount wire={taken} />
      </div>
    ))}
  </>
)

interface NamedDeposit {
  reference: string
  username: string
  status: string
}

/** Whose they are, and what had become of them when it was proposed. */
function NamedDeposits({ of }: { of: readonly NamedDeposit[] }) {
  const translate = useTranslate()
  return of.map(({ reference, username, status }) => (
    <div key={reference}>
      {reference} · {username} · {translate(`deposits.statuses.${status}`)}
    </div>
  ))
}

/** Type guard for an account that an adjustment moves money from or to. */
const isSide = (value: unknown): value is MovedAccountProps =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

interface MovedAccountProps {
  kind: string
  holder_id?: string
}

function MovedAccount({ kind, holder_id }: MovedAccountProps) {
  const translate = useTranslate()
  return (
    <>
      {translate(`accounts.kinds.${kind}`)}
      {holder_id && (
        <>
          {' · '}
          <Name id={holder_id} />
        </>
      )}
    </>
  )
}

function Content({ proposal }: { proposal: Proposal }) {
  const translate = useTranslate()
  const nameOf = useKeyText('approvals.fields')
  const money = useMoney()
  const changeOf = useProposedChange(proposal.kind)
  const languageOf = useLanguageName()
  const format = (key: string, value: unknown): ReactNode => {
    const nothing = WORDS_OF_NOTHING[key]
    if (value === null && nothing !== undefined) return translate(nothing)
    if (key === 'path') return translate(`broadcasts.paths.${String(value)}`, { _: String(value) })
    if (key === 'locale') return languageOf(value as Locale)
    if (key === 'audience' && Object.values(value as object).every((part) => part === null))
      return translate('approvals.everybody')
    // A fee of the bank leaves the account.
    if (key === 'amount' && ['bank_fee', 'vat'].includes(String(proposal.content['charge'])))
      return money(`-${String(value)}`)
    if (MONEY_FIELDS.has(key)) return money(String(value))
    if (Array.isArray(value) && value.length === 0) return '—'
    if (key === 'taken_back') return <TakenBack of={value as Taken[]} />
    if (key === 'names_deposits') return <NamedDeposits of={value as NamedDeposit[]} />
    const texts = TEXTS_OF_FIELDS[key]
    if (texts !== undefined) return translate(`${texts}.${String(value)}`)
    if (key === 'role') return translate(`app.roles.${String(value)}`, { _: String(value) })
    if (SIDE_FIELDS.has(key)) return translate(typeof value === 'string' ? `sides.${value}` : 'sides.none')
    if (isSide(value)) return <MovedAccount {...value} />
    if (typeof value === 'string' && UUID.test(value)) return <Name id={value} />
    if (Array.isArray(value) && value.every((each) => typeof each === 'string' && UUID.test(each)))
      return value.map((each: string) => (
        <div key={each}>
          <Name id={each} />
        </div>
      ))
    if (LISTS_OF_REFERENCES.has(key)) return (value as string[]).map((each) => <div key={each}>{each}</div>)
    if (typeof value === 'boolean') return translate(value ? 'money.yes' : 'money.no')
    if (typeof value === 'string' && INSTANT.test(value)) return formatTime(value)
    if (typeof value === 'string' && DAY.test(value)) return formatDay(value)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.entries(value)
        .filter(([part, ofPart]) => part !== 'next_side' || ofPart !== null)
        .map(([part, ofPart]) => (
          <div key={part}>
            {nameOf(part)}: {format(part, ofPart)}
          </div>
        ))
    return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  }
  const ofConversation = conversationOf(proposal) !== undefined
  const rows = Object.entries(ofConversation ? withoutTexts(proposal.content) : proposal.content)
    .filter(([key]) => !UNSAID.has(key) && (changeOf === undefined || !isShown(proposal.kind, key)))
    .filter(([key]) => !ofConversation || !UNSAID_OF_CONVERSATIONS.has(key))
    .map(([key, value]) => [nameOf(key), format(key, value)])
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Heading text="approvals.content" />
      <ProposalSubjects proposal={proposal} />
      <MoneyFindings found={proposal.found} />
      <FoundContacts found={proposal.found} />
      {changeOf && <ProposedChange proposal={proposal} changeOf={changeOf} />}
      <PropertyTable values={Object.fromEntries(rows) as Record<string, ReactNode>} />
      <Exactly proposal={proposal} />
    </Box>
  )
}

/** The exact content that the hash covers, so that approvers see everything they approve. */
const Exactly = ({ proposal: { content, content_hash } }: { proposal: Proposal }) => {
  const translate = useTranslate()
  return (
    <Typography variant="caption" color="text.secondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
      <details>
        <summary>{translate('approvals.exactly')}</summary>
        <Box component="pre" sx={{ whiteSpace: 'pre-wrap', m: 0, my: 1 }}>
          {JSON.stringify(content, null, 2)}
        </Box>
      </details>
      {translate('approvals.hash')}: {content_hash}
    </Typography>
  )
}
