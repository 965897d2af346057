// What staff did to an account and looked at; its owner reads the same, without the colleague's name.
import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useEndpointPages } from '../endpoint-hooks.ts'
import { RecordTable } from '../RecordTable.tsx'
import { useKeyWords, when } from '../words.ts'

export function MemberAuditTrail({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const actionOf = useKeyWords('audit.actions')
  const acts = useEndpointPages('GET backoffice/members/:member_id/acts', { params: { member_id } })
  return (
    <section>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {translate('member.acts')}
      </Typography>
      <RecordTable
        {...acts}
        columns={[
          { label: 'audit.at', render: ({ at }) => when(at), whole: true },
          { label: 'audit.actor', render: ({ actor, actor_name }) => actor_name ?? actor },
          { label: 'audit.action', render: ({ action }) => actionOf(action) },
          { label: 'app.reason', render: ({ reason }) => reason },
        ]}
      />
    </section>
  )
}
