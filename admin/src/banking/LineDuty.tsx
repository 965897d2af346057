import { Alert } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import type { DataOf } from '../shell/api.ts'
import { isBookedFee, isKeptBy } from './line.ts'

type Line = DataOf<'GET backoffice/bank-lines/:line_id'>

/** Explains the caller's own part in this line, which bars them from deciding about it. */
export function LineDuty({ line }: { line: Line }) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const { state, proposal, your_import, your_confirmation, imported_by } = line
  if (state === 'unconfirmed')
    return <Alert severity="warning">{translate('bank_lines.unconfirmed_why', { who: imported_by })}</Alert>
  // Once something is proposed or booked, nothing is offered below.
  if (proposal !== null || isBookedFee(line) || !(your_import || your_confirmation)) return null
  if (isKeptBy(line, identity?.fullName))
    return <Alert severity="info">{translate('bank_lines.kept_by_you')}</Alert>
  const part = your_import ? 'your_import' : 'your_confirmation'
  if (state === 'unmatched') return <Alert severity="info">{translate(`bank_lines.${part}`)}</Alert>
  if (state !== 'differs' && state !== 'unexplained') return null
  return <Alert severity="info">{translate('bank_lines.explained_by_others')}</Alert>
}
