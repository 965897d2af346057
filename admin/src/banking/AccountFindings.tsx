import type { AdminBankLine } from '@fairturn/contract/backoffice/banking'
import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'

/** What is in doubt about the account that a line imported by hand came from. */
export function AccountFindings({ line }: { line: Partial<Pick<AdminBankLine, 'account_findings'>> }) {
  const translate = useTranslate()
  return (line.account_findings ?? []).map((finding) => (
    <Alert key={finding} severity={finding === 'disputed' ? 'error' : 'warning'}>
      {translate(`bank_lines.account_findings.${finding}`)}
    </Alert>
  ))
}
