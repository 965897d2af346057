import { useKeyText } from '../components/format.ts'
import { Heading } from '../components/headings.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
// Staff actions on an account, including reads; its member sees the same, without the operators' names.
import { useEndpointPages } from '../shell/endpoint-hooks.ts'

export function MemberAuditTrail({ member_id }: { member_id: string }) {
  const actionOf = useKeyText('audit.actions')
  const events = useEndpointPages('GET backoffice/members/:member_id/acts', { params: { member_id } })
  return (
    <section>
      <Heading text="member.acts" />
      <RecordTable
        {...events}
        columns={[
          { label: 'audit.at', time: 'at' },
          { label: 'audit.actor', render: ({ actor, actor_name }) => actor_name ?? actor },
          { label: 'audit.action', render: ({ action }) => actionOf(action) },
          { label: 'app.reason', source: 'reason' },
        ]}
      />
    </section>
  )
}
