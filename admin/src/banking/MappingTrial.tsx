import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
// The result of a mapping on a sample file, parsed by the server as in an import.
import { Alert, Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Amount, useMoney } from '../components/Amount.tsx'
import { FileField, FileRefusal } from '../components/FileField.tsx'
import { formatDay } from '../components/format.ts'
import { RecordTable } from '../components/RecordTable.tsx'
import { type DataOf, upload } from '../shell/api.ts'
import { useReadQuery } from '../shell/endpoint-hooks.ts'
import { signedAmount } from './line.ts'
import { fileKey } from './mapping-draft.ts'
import { SkippedLines } from './SkippedLines.tsx'

type TrialResult = DataOf<'POST backoffice/bank-mappings/trial'>

const TYPING_MS = 400

interface Trial {
  mapping: CsvMapping | undefined
  file: File | undefined
  onFile: (file: File) => void
}

export function MappingTrial({ mapping, file, onFile }: Trial) {
  const translate = useTranslate()
  const { data, failure } = useReadQuery(
    ['trial', file && fileKey(file), mapping],
    () => {
      const form = new FormData()
      form.set('mapping', JSON.stringify(mapping))
      form.set('file', file!)
      return upload('POST backoffice/bank-mappings/trial', form)
    },
    { enabled: file !== undefined && mapping !== undefined, delayMs: TYPING_MS, silent: true },
  )
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 1 }}>
      <Typography variant="body2" color="text.secondary">
        {translate('bank_mappings.trial_why')}
      </Typography>
      <FileField accept=".csv,.txt" onFile={onFile} />
      {file !== undefined && mapping === undefined && (
        <Alert severity="info">{translate('bank_mappings.not_complete')}</Alert>
      )}
      <FileRefusal failure={failure} />
      {data && <Lines result={data} />}
    </Box>
  )
}

function Lines({ result }: { result: TrialResult }) {
  const translate = useTranslate()
  const money = useMoney()
  const { count, from_day, to_day, opening, closing, lines, skipped, skipped_count } = result
  return (
    <>
      <Alert severity="success">
        {translate('bank_mappings.reads', { count, from: formatDay(from_day), to: formatDay(to_day) })}
        {closing !== null && (
          <div>
            {translate('bank_mappings.balances', { opening: money(opening), closing: money(closing) })}
          </div>
        )}
      </Alert>
      <SkippedLines skipped={skipped} count={skipped_count} />
      <RecordTable
        rows={lines}
        columns={[
          { label: 'bank_lines.booking_day', day: 'booking_day' },
          { label: 'money.amount', render: (line) => <Amount wire={signedAmount(line)} />, end: true },
          { label: 'bank_lines.counterparty', render: ({ counterparty }) => counterparty.name },
          { label: 'bank_lines.remittance', source: 'remittance' },
        ]}
      />
    </>
  )
}
