// Says when the bank's connection brings the statements: since when it was read, what it could not take, and whether two people
// have allowed statements by hand.
import { Alert, Box } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { refusalText } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

export function ConnectionNote() {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  const { data } = useEndpointQuery('GET backoffice/bank-connection', {}, { silent: true })
  if (data === undefined || !(data.configured || data.refused.length > 0)) return null
  const { configured, read_at, by_hand_until, refused } = data
  const by_hand = configured && canAccess && by_hand_until === null && (
    <ActionButton
      button={{ size: 'small', color: 'inherit' }}
      endpoint="POST backoffice/bank-connection/by-hand"
      input={(body) => ({ body })}
      title={translate('bank_statements.by_hand')}
      of={translate('resources.bank-statements.name', { smart_count: 2 })}
      why={translate('bank_statements.by_hand_why')}
      withReason
      done="bank_lines.proposed"
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1 }}>
      {configured && (
        <Alert severity="info" action={by_hand}>
          {translate('bank_statements.connected', {
            when: read_at === null ? translate('bank_statements.not_read') : formatTime(read_at),
          })}
          {by_hand_until !== null && (
            <div>{translate('bank_statements.by_hand_until', { until: formatTime(by_hand_until) })}</div>
          )}
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert severity="warning">
          {translate('bank_statements.not_taken')}
          {refused.map(({ file_name, seen_at, refusal }) => (
            <div key={`${file_name} ${seen_at}`}>
              {`${file_name}, ${formatTime(seen_at)}: ${translate(
                `bank_statements.not_taken_why.${refusal}`,
                {
                  _: refusalText({ code: refusal, message: refusal }),
                },
              )}`}
            </div>
          ))}
        </Alert>
      )}
    </Box>
  )
}
