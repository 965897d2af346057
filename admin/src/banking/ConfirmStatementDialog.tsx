// Confirms a bank statement by what the operator reads at the bank. Nothing here comes from the file but which lines are
// asked for.
import { Alert, Box, Typography } from '@mui/material'
import { BooleanInput, required, TextInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionDialog } from '../components/ActionDialog.tsx'
import { useMoney } from '../components/Amount.tsx'
import { formatDay } from '../components/format.ts'
import { takeFocus } from '../components/forms.ts'
import { amountProblem, wireAmount } from '../components/typed-amount.ts'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery, useSetEndpointData } from '../shell/endpoint-hooks.ts'

type Statement = DataOf<'GET backoffice/bank-statements'>['list'][number]
const CONFIRMATION = 'GET backoffice/bank-statements/:statement_id/confirmation'
type RequestedLine = DataOf<typeof CONFIRMATION>['lines'][number]
interface TypedLine {
  reference?: string
  payer?: string
  no_reference?: boolean
  no_payer?: boolean
  no_account?: boolean
}
interface Values {
  closing: string
  credits: string
  lines?: Record<string, TypedLine>
}

export function ConfirmStatementDialog({
  statement: { _id: statement_id, file_name },
  onClose,
}: {
  statement: Statement
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const params = { statement_id }
  // Read once: after the confirmation there is nothing to ask for.
  const { data } = useEndpointQuery(CONFIRMATION, { params }, { recorded: true })
  const setConfirmation = useSetEndpointData(CONFIRMATION)
  if (data === undefined) return null
  return (
    <ActionDialog<'POST backoffice/bank-statements/:statement_id/confirm', Values>
      endpoint="POST backoffice/bank-statements/:statement_id/confirm"
      input={({ closing, credits, lines = {} }) => ({
        params,
        body: {
          closing: wireAmount(closing),
          credits: wireAmount(credits),
          lines: data.lines.map(({ line_no, by_account }) => {
            const { reference = '', payer = '', no_account = false } = lines[`no${line_no}`] ?? {}
            return { line_no, reference, payer, ...(by_account && no_account && { no_account }) }
          }),
        },
      })}
      title={translate('bank_statements.confirm')}
      of={file_name}
      why={translate('bank_statements.confirm_why')}
      wide
      disabled={data.tries_left === 0}
      refusalIn={({ right, tries_left }) => {
        if (right) return undefined
        setConfirmation({ params }, (before) => ({ ...before, tries_left }))
        return translate('bank_statements.wrong', { tries_left })
      }}
      onDone={() => notify('bank_statements.confirmed', { type: 'success' })}
      onClose={onClose}
    >
      {data.demo_bank && <DemoBank shown={data.demo_bank} />}
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <MoneyInput source="closing" first />
        <MoneyInput source="credits" />
      </Box>
      {data.lines.some(({ collective }) => !collective) && (
        <Typography variant="body2">{translate('bank_statements.which_reference')}</Typography>
      )}
      {data.lines.some(({ by_account }) => by_account) && (
        <Typography variant="body2">{translate('bank_statements.which_payer')}</Typography>
      )}
      {Map.groupBy(data.lines, ({ booking_day }) => booking_day).size < data.lines.length && (
        <Typography variant="body2">{translate('bank_statements.same_day')}</Typography>
      )}
      {data.lines.map((line) => (
        <LineInputs key={line.line_no} line={line} />
      ))}
      <Typography variant="caption" color="text.secondary">
        {translate('bank_statements.tries_left', { tries_left: data.tries_left })}
      </Typography>
    </ActionDialog>
  )
}

/** What the portal of a demo's bank shows, to be typed as from a real one. */
function DemoBank({ shown }: { shown: NonNullable<DataOf<typeof CONFIRMATION>['demo_bank']> }) {
  const translate = useTranslate()
  const money = useMoney()
  return (
    <Alert severity="info">
      <Box sx={{ fontWeight: 600 }}>{translate('bank_statements.demo_bank')}</Box>
      {translate('bank_statements.demo_bank_sums', {
        closing: money(shown.closing),
        credits: money(shown.credits),
      })}
      {shown.lines.map(({ line_no, reference, payer }) => (
        <div key={line_no}>
          {translate('bank_statements.demo_bank_line', {
            no: line_no,
            reference: reference || '—',
            payer: payer || '—',
          })}
        </div>
      ))}
    </Alert>
  )
}

const MoneyInput = ({ source, first = false }: { source: 'closing' | 'credits'; first?: boolean }) => (
  <TextInput
    source={source}
    label={`bank_statements.typed_${source}`}
    helperText="adjustments.amount_help"
    validate={[required(), amountProblem({ signed: true })]}
    slotProps={{ htmlInput: { inputMode: 'decimal', ...(first && { ref: takeFocus }) } }}
  />
)

const SMALL_LABEL = { '& .MuiFormControlLabel-label': { fontSize: 13 } }

function LineInputs({
  line: { line_no, booking_day, above_threshold, collective, by_account },
}: {
  line: RequestedLine
}) {
  const translate = useTranslate()
  const noAccount = useWatch<Record<string, unknown>>({ name: `lines.no${line_no}.no_account` }) === true
  const labelOf = {
    reference: `bank_statements.typed_${collective ? 'collective' : 'reference'}`,
    payer: `bank_statements.typed_${by_account && !noAccount ? 'account' : 'payer'}`,
  }
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
        {translate(above_threshold ? 'bank_statements.large_line' : 'bank_statements.picked_line', {
          no: line_no,
          day: formatDay(booking_day),
        })}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {(collective ? (['reference'] as const) : (['reference', 'payer'] as const)).map((name) => (
          <Box key={name} sx={{ display: 'grid' }}>
            <TextInput
              source={`lines.no${line_no}.${name}`}
              label={labelOf[name]}
              helperText={false}
              // An empty field by oversight would cost one of the few tries.
              validate={(value: unknown, values: Values) =>
                value || values.lines?.[`no${line_no}`]?.[`no_${name}`]
                  ? undefined
                  : 'bank_statements.nothing_typed'
              }
              slotProps={{ htmlInput: { maxLength: 140 } }}
            />
            {by_account && name === 'payer' && (
              <BooleanInput
                source={`lines.no${line_no}.no_account`}
                label="bank_statements.no_account"
                helperText={false}
                sx={SMALL_LABEL}
              />
            )}
            <BooleanInput
              source={`lines.no${line_no}.no_${name}`}
              label="bank_statements.nothing_there"
              helperText={false}
              sx={SMALL_LABEL}
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}
