// An operator's actions on a bank line, one dialog each.
import { RadioButtonGroupInput, required, TextInput, useTranslate } from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { Announced } from './Announced.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { BookDialog } from './BookDialog.tsx'
import {
  CALL_OF,
  type Line,
  type LineAction,
  type LineDialogProps,
  SuggestedOtherwise,
  useLineDialog,
} from './line-dialog.tsx'
import { isBookedFee } from './line.ts'

const DIALOGS = {
  assign: AssignDialog,
  book: BookDialog,
  confirm: ConfirmDialog,
  payout: PayoutDialog,
  resolve: ResolveDialog,
  refund: RefundDialog,
} as const satisfies Record<LineAction, unknown>

export function LineActionDialog({ action, ...props }: LineDialogProps & { action: LineAction }) {
  const Chosen = DIALOGS[action]
  return <Chosen {...props} />
}

function ConfirmDialog(props: LineDialogProps) {
  const { line, suggestions, onDecided } = props
  const translate = useTranslate()
  const params = { line_id: line._id }
  const facts = (
    <>
      <Above line={line} />
      <SuggestedOtherwise suggestions={suggestions} />
    </>
  )
  const dialog = useLineDialog(props, 'confirm', facts)
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

interface PayoutValues extends ReasonValues {
  reference?: string | null
}

function PayoutDialog(props: LineDialogProps) {
  const { line, suggestions, onDecided } = props
  const translate = useTranslate()
  const params = { line_id: line._id }
  const dialog = useLineDialog(props, 'payout', <SuggestedOtherwise suggestions={suggestions} />)
  return (
    <ActionDialog
      {...dialog}
      endpoint={CALL_OF.payout}
      input={({ reference, reason }: PayoutValues) => ({
        params,
        body: { reason, ...(reference && { reference }) },
      })}
      onDone={() => onDecided(translate('bank_lines.proposed'))}
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
}

interface RefundValues extends ReasonValues {
  holder: string
  account: string
  swift?: string | null
  city?: string | null
  country?: string | null
}

function RefundDialog(props: LineDialogProps) {
  const { line, suggestions, onDecided } = props
  const translate = useTranslate()
  const params = { line_id: line._id }
  const { name, account } = line.counterparty
  const dialog = useLineDialog(props, 'refund', <SuggestedOtherwise suggestions={suggestions} />)
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
        ...(account !== null && !line.account_unread && { account }),
        ...(line.counterparty_swift !== null && { swift: line.counterparty_swift }),
      }}
      reader={{ locale: 'own', templates: 'return' }}
      onDone={() => onDecided(translate('bank_lines.proposed'))}
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
        helperText={line.account_unread && 'bank_lines.refund_account_unread'}
        // Refunds go only to the account that sent the money.
        slotProps={{ htmlInput: { maxLength: 40, readOnly: account !== null && !line.account_unread } }}
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

function ResolveDialog(props: LineDialogProps) {
  const { line, suggestions, onDecided } = props
  const translate = useTranslate()
  const params = { line_id: line._id }
  const text = isBookedFee(line) ? 'check' : 'resolve'
  const dialog = useLineDialog(props, text, <SuggestedOtherwise suggestions={suggestions} />)
  return (
    <ActionDialog
      {...dialog}
      endpoint={CALL_OF.resolve}
      input={(body) => ({ params, body })}
      onDone={() => onDecided(translate('bank_lines.resolved'))}
    />
  )
}
