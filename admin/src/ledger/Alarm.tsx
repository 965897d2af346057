import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
// Shown on every screen to roles that can read money: a freeze after a finding of the ledger check.
import { Alert, Button } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

const POLL_MS = 60_000

export function LedgerAlarm() {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const reads = may.read_money.some((role: StaffRole) => role === identity?.['role'])
  const options = { enabled: reads, pollMs: POLL_MS, silent: true }
  const { data } = useEndpointQuery('GET backoffice/ledger/standing', {}, options)
  const frozen = data?.frozen ?? 0
  if (frozen === 0) return null
  return (
    <Alert
      severity="error"
      sx={{ mt: 1 }}
      action={
        <Button component={Link} to="/freezes" size="small" color="inherit">
          {translate('freezes.open')}
        </Button>
      }
    >
      {translate('freezes.alarm', { count: frozen })}
    </Alert>
  )
}
