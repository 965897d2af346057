// Shown on every screen to roles that read money: a freeze after a finding of the ledger check.
import { Alert, Button } from '@mui/material'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { useEffect, useState } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { call } from '../api.ts'

const LOOKS_EVERY_MS = 60_000

export function LedgerAlarm() {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const reads = may.read_money.some((role: StaffRole) => role === identity?.['role'])
  const [frozen, setFrozen] = useState(0)
  useEffect(() => {
    if (!reads) return undefined
    // A failed request is retried.
    const look = () =>
      void call('GET backoffice/ledger/standing').then(
        (standing) => setFrozen(standing.frozen),
        () => undefined,
      )
    look()
    const timer = setInterval(look, LOOKS_EVERY_MS)
    return () => clearInterval(timer)
  }, [reads])
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
