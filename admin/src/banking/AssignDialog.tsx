// Assigns a line to a deposit or to a member.
import { TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { FormDataConsumer, RadioButtonGroupInput, required, SelectInput, useTranslate } from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { useMoney } from '../components/Amount.tsx'
import { takeFocus } from '../components/forms.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { CALL_OF, type Line, type LineDialogProps, type Suggestion, useLineDialog } from './line-dialog.tsx'

const TYPING_MS = 300
const MAX_FOUND = 8

type Target = 'deposit' | 'member'
interface AssignValues extends ReasonValues {
  target: Target
  chosen: string
}

export function AssignDialog(props: LineDialogProps) {
  const { line, suggestions, onDecided } = props
  const translate = useTranslate()
  const params = { line_id: line._id }
  const dialog = useLineDialog(props, 'assign')
  return (
    <ActionDialog
      {...dialog}
      endpoint={CALL_OF.assign}
      input={({ target, chosen, reason }: AssignValues) => ({
        params,
        body: target === 'deposit' ? { deposit_id: chosen, reason } : { member_id: chosen, reason },
      })}
      defaultValues={{ target: 'deposit' }}
      onDone={() => onDecided(translate('bank_lines.proposed'))}
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
