import { Alert, Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'

/** States that something waits for another operator or was proposed, with a link to the proposal. */
export const ProposalAlert = ({
  id,
  done = false,
  primary = false,
  severity = done ? 'success' : 'info',
  children,
}: ProposalAlertProps) => (
  <Alert
    severity={severity}
    action={
      <Button
        component={Link}
        to={`/approvals/${id}/show`}
        size="small"
        variant={primary ? 'contained' : 'text'}
        sx={{ whiteSpace: 'nowrap' }}
      >
        {useTranslate()('approvals.open')}
      </Button>
    }
  >
    {children}
  </Alert>
)

interface ProposalAlertProps {
  id: string
  done?: boolean
  /** What the page waits for: its button is filled. */
  primary?: boolean
  severity?: 'success' | 'info' | 'warning'
  children: ReactNode
}
