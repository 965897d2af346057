import type { VerifiedLink } from '@fairturn/contract/backoffice/ledger'
import { Alert, Box, Paper, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'

export function Steps({ link }: { link: VerifiedLink }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Alert severity={link.right ? 'success' : 'error'}>
        {translate(link.right ? 'chains.link_right' : 'chains.link_wrong', { no: link.entry_no })}
      </Alert>
      <Paper variant="outlined" component="ol" sx={{ m: 0, py: 1, pl: 4, pr: 2, display: 'grid', gap: 1 }}>
        {link.steps.map(({ step, right, expected, found }) => (
          <li key={step}>
            <Typography component="span" sx={{ fontWeight: 600 }} color={right ? undefined : 'error'}>
              {translate(`chains.steps.${step}`)}: {translate(right ? 'chains.right' : 'chains.wrong')}
            </Typography>
            <Box
              sx={{
                fontFamily: 'monospace',
                fontSize: 12,
                overflowWrap: 'anywhere',
                color: 'text.secondary',
              }}
            >
              {right ? found : translate('chains.differs', { expected, found })}
            </Box>
          </li>
        ))}
      </Paper>
    </Box>
  )
}
