// Books a line as a charge of the bank, as its interest or as VAT.
import type { BankCharge } from '@fairturn/contract/backoffice/banking'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { Typography } from '@mui/material'
import { BooleanInput, FormDataConsumer, required, SelectInput, TextInput, useTranslate } from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { Amount, useMoney } from '../components/Amount.tsx'
import { amountProblem, wireAmount } from '../components/typed-amount.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import {
  CALL_OF,
  type Line,
  type LineDialogProps,
  SuggestedOtherwise,
  useLineDialog,
} from './line-dialog.tsx'
import { SHORT_RETURN, signedAmount } from './line.ts'

interface BookValues extends ReasonValues {
  charge?: BankCharge
  settles?: string | null
  in_advance?: boolean
}

export function BookDialog(props: LineDialogProps) {
  const { line, suggestions, onDecided } = props
  const translate = useTranslate()
  const params = { line_id: line._id }
  const isKept = line.finding === SHORT_RETURN
  const facts = (
    <>
      {isKept && <Kept line={line} />}
      {!isKept && line.direction === 'credit' && (
        <div>
          {translate('bank_lines.charge')}: <b>{translate('bank_lines.charges.interest')}</b>,{' '}
          <Amount wire={signedAmount(line)} />
        </div>
      )}
      <SuggestedOtherwise suggestions={suggestions} />
    </>
  )
  const dialog = useLineDialog(props, isKept ? 'book_kept' : 'book', facts)
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
      onDone={() => onDecided(translate('bank_lines.proposed'))}
    >
      {line.direction === 'debit' && <DebitCharge line={line} />}
    </ActionDialog>
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
