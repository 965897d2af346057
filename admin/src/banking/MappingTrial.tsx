// What a mapping makes of a sample file, read by the server as the import would read it.
import {
  Alert,
  Box,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { type DataOf, upload } from '../api.ts'
import { dayOf } from '../words.ts'
import { Amount, useMoney } from '../Amount.tsx'
import { signedAmount } from './LineList.tsx'
import { FileField, FileRefusal } from '../parts.tsx'

type TrialResult = DataOf<'POST backoffice/bank-mappings/trial'>

/** What came of the last trial, and of what it was one. */
interface TrialRun {
  readonly tried: string
  readonly file: File
  readonly read?: TrialResult
  readonly failure?: unknown
}

const PAUSE_MS = 400

interface Trial {
  mapping: CsvMapping | undefined
  file: File | undefined
  onFile: (file: File) => void
}

export function MappingTrial({ mapping, file, onFile }: Trial) {
  const translate = useTranslate()
  const [last, setLast] = useState<TrialRun>()
  const tried = mapping === undefined ? undefined : JSON.stringify(mapping)
  const attempt = useEffectEvent(async (form: FormData): Promise<Pick<TrialRun, 'read' | 'failure'>> => {
    try {
      return { read: await upload('POST backoffice/bank-mappings/trial', form) }
    } catch (failure) {
      return { failure }
    }
  })
  useEffect(() => {
    let late = false
    const ask = async () => {
      if (tried === undefined || file === undefined) return
      const form = new FormData()
      form.set('mapping', tried)
      form.set('file', file)
      const outcome = await attempt(form)
      if (!late) setLast({ tried, file, ...outcome })
    }
    const asked = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      late = true
      clearTimeout(asked)
    }
  }, [tried, file])
  // What was read of another file, or with another mapping, says nothing about this one.
  const { read, failure } = last?.tried === tried && last?.file === file ? (last ?? {}) : {}
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
      {read && <Lines read={read} />}
    </Box>
  )
}

function Lines({ read }: { read: TrialResult }) {
  const translate = useTranslate()
  const money = useMoney()
  const { count, from_day, to_day, opening, closing, lines } = read
  return (
    <>
      <Alert severity="success">
        {translate('bank_mappings.reads', { count, from: dayOf(from_day), to: dayOf(to_day) })}
        {closing !== null && (
          <div>
            {translate('bank_mappings.balances', { opening: money(opening), closing: money(closing) })}
          </div>
        )}
      </Alert>
      <TableContainer component={Paper} variant="outlined">
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('bank_lines.booking_day')}</TableCell>
              <TableCell align="right">{translate('money.amount')}</TableCell>
              <TableCell>{translate('bank_lines.counterparty')}</TableCell>
              <TableCell>{translate('bank_lines.remittance')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {numbered(lines).map(({ no, line }) => (
              <TableRow key={no}>
                <TableCell>{dayOf(line.booking_day)}</TableCell>
                <TableCell align="right">
                  <Amount wire={signedAmount(line)} />
                </TableCell>
                <TableCell>{line.counterparty.name}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{line.remittance}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  )
}

/** With their places: two lines may say the same. */
const numbered = <Line,>(lines: readonly Line[]) => lines.map((line, i) => ({ no: i + 1, line }))
