import { type AuditEvent, AUDIT_ACTIONS } from '@fairturn/contract/backoffice/audit'
import { Box, Link, Typography } from '@mui/material'
import { AutocompleteInput, useListContext, useRecordContext, useTranslate } from 'react-admin'
import { DateInput } from '../components/DateInput.tsx'
import { member, text } from '../components/filters.tsx'
import { useKeyText } from '../components/format.ts'
import { Name, useNameOf } from '../components/Name.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { ReferenceInput } from '../components/ReferenceInput.tsx'

type ListedEvent = AuditEvent & { id: string }

const FILTERS = [
  <AutocompleteInput
    key="action"
    source="action"
    label="audit.action"
    alwaysOn
    choices={AUDIT_ACTIONS.map((id) => ({ id, name: `audit.actions.${id}` }))}
  />,
  <DateInput key="from" kind="time" source="from" label="audit.from" alwaysOn />,
  <DateInput key="to" kind="time" source="to" label="audit.to" />,
  <ReferenceInput
    key="actor"
    source="actor"
    label="audit.actor"
    of="actor"
    optional
    free
    sx={{ minWidth: 220 }}
  />,
  text('object_kind', 'audit.object_kind'),
  text('object_id', 'audit.object_id'),
  member('audit.member_id'),
]

export function AuditList() {
  const actionOf = useKeyText('audit.actions')
  const kindOf = useKeyText('audit.kinds')
  return (
    <RecordList<ListedEvent>
      filters={FILTERS}
      rowClick="expand"
      expand={<BeforeAndAfter />}
      columns={[
        { label: 'audit.at', time: 'at', sort: true },
        {
          label: 'audit.actor',
          render: (event) => <Actor event={event} />,
        },
        { label: 'audit.action', render: ({ action }) => actionOf(action) },
        {
          label: 'audit.object',
          render: ({ object }) => (
            <>
              {kindOf(object.kind)} {object._id !== object.kind && <Name id={object._id} bare />}
            </>
          ),
        },
        { label: 'app.reason', source: 'reason' },
      ]}
    />
  )
}

/** The actor of an event; a click filters the list by them. */
function Actor({ event: { actor, actor_name } }: { event: ListedEvent }) {
  const { setFilters, filterValues } = useListContext()
  const nameOf = useNameOf()
  return (
    <Link
      component="button"
      sx={{ textAlign: 'start' }}
      onClick={(event) => {
        event.stopPropagation()
        setFilters({ ...filterValues, actor: actor.replace(/^(?:operator|member):/, '') })
      }}
    >
      {actor_name ?? nameOf(actor.replace(/^member:/, ''))}
    </Link>
  )
}

function BeforeAndAfter() {
  const event = useRecordContext<ListedEvent>()
  const translate = useTranslate()
  if (event === undefined) return null
  const parts = [
    ['audit.object_id', event.object._id],
    ['audit.member_id', event.member_id],
    ['audit.before', event.before],
    ['audit.after', event.after],
  ] as const
  return (
    <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', py: 1 }}>
      {parts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <Box key={name}>
            <Typography variant="caption" color="text.secondary">
              {translate(name)}
            </Typography>
            <Box
              component="pre"
              sx={{ m: 0, font: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {typeof value === 'string' ? (
                <Name id={value} />
              ) : (
                Object.entries(value ?? {}).map(([key, was]) => (
                  <div key={key}>
                    {key}: <Name id={String(was)} bare />
                  </div>
                ))
              )}
            </Box>
          </Box>
        ))}
    </Box>
  )
}
