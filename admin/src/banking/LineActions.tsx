// An operator's actions on a bank line: confirm, assign, book as a charge of the bank, propose a refund, or resolve. The server processes
// each only once, even if it is submitted twice.
import type { BankCharge } from '@fairturn/contract/backoffice/banking'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { Alert, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import {
  BooleanInput,
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { Amount, useMoney } from '../components/Amount.tsx'
import { takeFocus } from '../components/forms.ts'
import { amountProblem, wireAmount } from '../components/typed-amount.ts'
import type { CallName, DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { Announced } from './Announced.tsx'
import { isBookedFee, SHORT_RETURN, signedAmount } from './line.ts'

type Line = DataOf<'GET backoffice/bank-lines/:line_id'>
type Suggestion = DataOf<'GET backoffice/bank-lines/:line_id/suggestions'>['list'][number]
export type LineAction = 'assign' | 'book' | 'confirm' | 'payout' | 'resolve' | 'refund'
export const CALL_OF = {
  assign: 'POST backoffice/bank-lines/:line_id/assign',
  book: 'POST backoffice/bank-lines/:line_id/book',
  confirm: 'POST backoffice/bank-lines/:line_id/confirm',
  payout: 'POST backoffice/bank-lines/:line_id/payout',
  resolve: 'POST backoffice/bank-lines/:line_id/resolve',
  refund: 'POST backoffice/bank-lines/:line_id/refund',
} as const satisfies Record<LineAction, CallName>
type Target = 'deposit' | 'member'
interface AssignValues extends ReasonValues {
  target: Target
  chosen: string
}
interface RefundValues extends ReasonValues {
  holder: string
  account: string
  swift?: string | null
  city?: string | null
  country?: string | null
}

interface BookValues extends ReasonValues {
  charge?: BankCharge
  settles?: string | null
  in_advance?: boolean
}

interface PayoutValues extends ReasonValues {
  reference?: string | null
}

const TYPING_MS = 300
const MAX_FOUND = 8

interface DialogProps {
  line: Line
  /** What it is probably for. */
  suggestions: readonly Suggestion[]
  action: LineAction
  /** With what was done. */
  onDecided: (done: string) => Promise<void>
  onClose: () => void
}

export function LineActionDialog({ line, suggestions, action, onDecided, onClose }: DialogProps) {
  const translate = useTranslate()
  const money = useMoney()
  const params = { line_id: line._id }
  const isKept = action === 'book' && line.finding === SHORT_RETURN
  const text = isKept ? 'book_kept' : action === 'resolve' && isBookedFee(line) ? 'check' : action
  const dialog = {
    title: translate(`bank_lines.${text}`),
    of: [money(signedAmount(line)), line.counterparty.name].filter(Boolean).join(' · '),
    why: (
      <>
        {translate(`bank_lines.${text}_why`)}
        {isKept && <Kept line={line} />}
        {action === 'book' && !isKept && line.direction === 'credit' && (
          <div>
            {translate('bank_lines.charge')}: <b>{translate('bank_lines.charges.interest')}</b>,{' '}
            <Amount wire={signedAmount(line)} />
          </div>
        )}
        {action === 'confirm' && <Above line={line} />}
        {action !== 'assign' &&
          suggestions.map(({ deposit_id, reference, member }) => (
            <Alert key={deposit_id} severity="warning" sx={{ mt: 1 }}>
              {translate('bank_lines.suggested_otherwise', { reference, username: member.username })}
            </Alert>
          ))}
      </>
    ),
    withReason: true,
    leaves: true,
    onClose,
  }
  const proposed = () => onDecided(translate('bank_lines.proposed'))
  if (action === 'confirm')
    return (
      <ActionDialog
        {...dialog}
        endpoint={CALL_OF.confirm}
        input={({ credit, reason }: ReasonValues & { credit: 'yes' | 'no' }) => ({
          params,
          body: { credit: credit === 'yes', reason },
        })}
        onDone={({ proposal_id }) =>
          onDecided(translate(proposal_id === null ? 'bank_lines.confirmed' : 'bank_lines.proposed'))
        }
      >
        <RadioButtonGroupInput
          source="credit"
          label="bank_lines.confirm"
          choices={['yes', 'no'].map((id) => ({
            id,
            name: `bank_lines.credit_${id}`,
            // Who brought it in decides nothing about it alone.
            disabled: id === 'no' && line.your_import,
          }))}
          validate={required()}
          helperText={line.your_import && 'bank_lines.credit_no_of_others'}
          row={false}
        />
      </ActionDialog>
    )
  if (action === 'book')
    return (
      <ActionDialog
        {...dialog}
        endpoint={CALL_OF.book}
        input={({ reason, charge = isKept ? 'bank_fee' : 'interest', settles, in_advance }: BookValues) => ({
          params,
          body: {
            reason,
            charge,
            ...(charge === 'vat' && settles && { settles: wireAmount(settles) }),
            ...(charge === 'vat' && in_advance && { in_advance }),
          },
        })}
        {...(line.direction === 'debit' && { defaultValues: { charge: 'bank_fee' } })}
        onDone={proposed}
      >
        {line.direction === 'debit' && <DebitCharge line={line} />}
      </ActionDialog>
    )
  if (action === 'payout')
    return (
      <ActionDialog
        {...dialog}
        endpoint={CALL_OF.payout}
        input={({ reference, reason }: PayoutValues) => ({
          params,
          body: { reason, ...(reference && { reference }) },
        })}
        onDone={proposed}
      >
        <TextInput
          source="reference"
          label="bank_lines.payout_reference"
          // What the bank names in the line is not typed again.
          validate={line.finding === 'unknown_debit' ? required() : []}
          helperText={false}
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
      </ActionDialog>
    )
  if (action === 'assign')
    return (
      <ActionDialog
        {...dialog}
        endpoint={CALL_OF.assign}
        input={({ target, chosen, reason }: AssignValues) => ({
          params,
          body: target === 'deposit' ? { deposit_id: chosen, reason } : { member_id: chosen, reason },
        })}
        defaultValues={{ target: 'deposit' }}
        onDone={proposed}
      >
        <SelectInput
          source="target"
          label="bank_lines.matched_to"
          choices={['deposit', 'member'].map((id) => ({ id, name: `bank_lines.to_a_${id}` }))}
          validate={required()}
          helperText={false}
        />
        <FormDataConsumer<AssignValues>>
          {({ formData: { target } }) => (
            <Search key={target} target={target} line={line} suggestions={suggestions} />
          )}
        </FormDataConsumer>
      </ActionDialog>
    )
  if (action === 'refund') {
    const { name, account } = line.counterparty
    return (
      <ActionDialog
        {...dialog}
        endpoint={CALL_OF.refund}
        input={({ swift, city, country, ...rest }: RefundValues) => ({
          params,
          body: { ...rest, ...(swift && { swift }), ...(city && { city }), ...(country && { country }) },
        })}
        defaultValues={{
          ...(name !== null && { holder: name }),
          ...(account !== null && { account }),
          ...(line.counterparty_swift !== null && { swift: line.counterparty_swift }),
        }}
        reader={{ locale: 'own', templates: 'return' }}
        onDone={proposed}
      >
        <TextInput
          source="holder"
          label="bank_lines.holder"
          validate={required()}
          helperText={false}
          slotProps={{ htmlInput: { maxLength: 70 } }}
        />
        <TextInput
          source="account"
          label="bank_lines.refund_account"
          validate={required()}
          helperText={false}
          // Refunds go only to the account that sent the money.
          slotProps={{ htmlInput: { maxLength: 40, readOnly: account !== null } }}
        />
        <TextInput
          source="swift"
          label="bank_lines.refund_swift"
          helperText="bank_lines.refund_swift_why"
          slotProps={{ htmlInput: { maxLength: 11 } }}
        />
        <TextInput
          source="city"
          label="settings.account.city"
          helperText="bank_lines.refund_address"
          slotProps={{ htmlInput: { maxLength: 35 } }}
        />
        <TextInput
          source="country"
          label="settings.account.country"
          helperText={false}
          slotProps={{ htmlInput: { maxLength: 2 } }}
        />
      </ActionDialog>
    )
  }
  return (
    <ActionDialog
      {...dialog}
      endpoint={CALL_OF.resolve}
      input={(body) => ({ params, body })}
      onDone={() => onDecided(translate('bank_lines.resolved'))}
    />
  )
}

/** What went out, what came back, and what the bank kept. */
function Kept({ line: { withdrawal_id, amount } }: { line: Line }) {
  const translate = useTranslate()
  const money = useMoney()
  const params = { withdrawal_id: withdrawal_id ?? '' }
  const enabled = withdrawal_id !== null
  const { data } = useEndpointQuery('GET backoffice/withdrawals/:withdrawal_id', { params }, { enabled })
  if (data === undefined) return null
  const kept = formatMoney(parseMoney(data.payout) - parseMoney(amount))
  return (
    <div>
      {`${data.reference} · ${data.username} · `}
      {translate('bank_lines.kept', { paid: money(data.payout), returned: money(amount), kept: money(kept) })}
    </div>
  )
}

/** What a debit is; of VAT, how much of what is owed it pays, and whether that is before it is owed. */
function DebitCharge({ line: { vat_owed } }: { line: Line }) {
  const translate = useTranslate()
  const money = useMoney()
  return (
    <>
      <SelectInput
        source="charge"
        label="bank_lines.charge"
        choices={(['bank_fee', 'vat'] satisfies BankCharge[]).map((id) => ({
          id,
          name: `bank_lines.charges.${id}`,
        }))}
        validate={required()}
        helperText={false}
      />
      <FormDataConsumer<BookValues>>
        {({ formData: { charge } }) =>
          charge === 'vat' && (
            <>
              {vat_owed && (
                <Typography>{translate('bank_lines.vat_owed', { owed: money(vat_owed) })}</Typography>
              )}
              <TextInput
                source="settles"
                label="bank_lines.settles"
                helperText="bank_lines.settles_why"
                validate={amountProblem()}
                slotProps={{ htmlInput: { inputMode: 'decimal' } }}
              />
              <BooleanInput
                source="in_advance"
                label="bank_lines.in_advance"
                helperText="bank_lines.in_advance_why"
              />
            </>
          )
        }
      </FormDataConsumer>
    </>
  )
}

/** What was announced, and what came instead. */
function Above({ line: { deposit_id } }: { line: Line }) {
  const params = { deposit_id: deposit_id ?? '' }
  const enabled = deposit_id !== null
  const { data } = useEndpointQuery('GET backoffice/deposits/:deposit_id', { params }, { enabled })
  if (data === undefined) return null
  return (
    <div>
      {`${data.reference} · ${data.username} · `}
      <Announced deposit={data} />
    </div>
  )
}

interface SearchProps {
  target: Target
  line: Line
  suggestions: readonly Suggestion[]
}

/**
 * Searches for a deposit or a member, and selects one of the results. Before anything is typed: the deposits that it is probably
 * for, and those of the same amount that wait; the members who are called as the payer is.
 */
function Search({ target, line, suggestions }: SearchProps) {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const found = useFound(target, text.trim(), { line, suggestions })
  return (
    <>
      <TextField
        label={translate(`bank_lines.find_${target}`)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        inputRef={takeFocus}
      />
      {found?.length === 0 && text !== '' && (
        <Typography color="text.secondary">{translate('money.nothing_here')}</Typography>
      )}
      {found !== undefined && found.length > 0 && (
        <RadioButtonGroupInput
          source="chosen"
          label="bank_lines.matched_to"
          choices={found}
          translateChoice={false}
          validate={required()}
          helperText={false}
          row={false}
        />
      )}
    </>
  )
}

/** The first matches while typing. */
function useFound(target: Target, typed: string, { line, suggestions }: Omit<SearchProps, 'target'>) {
  const translate = useTranslate()
  const money = useMoney()
  const payer = line.counterparty.name ?? ''
  const options = (kind: Target, enabled: boolean) => ({
    enabled: enabled && target === kind,
    delayMs: TYPING_MS,
    keep: true,
    silent: typed === '',
  })
  const search = typed || payer
  const members = useEndpointQuery(
    'GET backoffice/members',
    { query: { search } },
    options('member', search !== ''),
  )
  const query =
    typed === ''
      ? ({ method: 'bank_transfer', status: 'awaiting' } as const)
      : ({ method: 'bank_transfer', search: typed } as const)
  const deposits = useEndpointQuery('GET backoffice/deposits', { query }, options('deposit', true))
  if (target === 'member')
    return members.data?.list.slice(0, MAX_FOUND).map(({ _id, username, phone, closed_at }) => ({
      id: _id,
      name: `${username} · ${phone}`,
      disabled: closed_at !== null,
    }))
  const suggested = new Set(suggestions.map(({ deposit_id }) => deposit_id))
  return deposits.data?.list
    .filter(({ _id, amount }) => typed !== '' || suggested.has(_id) || amount === line.amount)
    .toSorted((one, other) => Number(suggested.has(other._id)) - Number(suggested.has(one._id)))
    .slice(0, MAX_FOUND)
    .map(({ _id, reference, username, amount, status }) => ({
      id: _id,
      name: `${reference} · ${username} · ${money(amount)} · ${translate(`deposits.statuses.${status}`)}`,
      disabled: status !== 'awaiting' && status !== 'expired',
    }))
}
