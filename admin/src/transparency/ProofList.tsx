import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import type { AdminProof } from '@fairturn/contract/proofs'
// Proofs of liabilities, each with its signature and chain verified, for download as published; creating one
// now, and replacing the key.
import { Box, Link, Typography } from '@mui/material'
import { NumberInput, useCanAccess, useGetIdentity, useNotify, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { period, shownChoice } from '../components/filters.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { StateChip } from '../components/Status.tsx'
import { addressOf } from '../shell/api.ts'

type Row = AdminProof & { id: string }

const FILTERS = [
  shownChoice('made', 'proofs.made_by', ['daily', 'on_demand'], 'proofs'),
  ...period('entries'),
  <NumberInput key="key" source="key" label="proofs.key" min={1} />,
]

export function ProofList() {
  const translate = useTranslate()
  return (
    <RecordList<Row>
      filters={FILTERS}
      sort={{ field: 'number', order: 'DESC' }}
      actions={<Actions />}
      note={<About />}
      rowClick={false}
      columns={[
        { label: 'proofs.number', source: 'number', sort: true, end: true },
        { label: 'proofs.taken_at', time: 'taken_at' },
        { label: 'proofs.made_by', render: ({ made_by_name }) => made_by_name ?? translate('proofs.daily') },
        { label: 'proofs.leaves', source: 'leaves', sort: true, end: true },
        { label: 'proofs.total', amount: 'total', sort: true },
        { label: 'proofs.recomputed', render: (proof) => <Recomputed proof={proof} /> },
        { label: 'proofs.key', source: 'key', end: true },
        { label: 'proofs.statement', render: (proof) => <Statement proof={proof} /> },
      ]}
    />
  )
}

function Actions() {
  const translate = useTranslate()
  const notify = useNotify()
  const { canAccess } = useCanAccess({ resource: 'proofs', action: 'create' })
  const { identity } = useGetIdentity()
  const changesRules = may.change_rules.some((role: StaffRole) => role === identity?.['role'])
  const notifyNumber =
    (text: string) =>
    ({ number }: { number: number }) =>
      notify(text, { type: 'success', messageArgs: { number } })
  return (
    <>
      {changesRules && (
        <ActionButton
          button={{ size: 'small' }}
          endpoint="POST backoffice/proofs/keys"
          input={() => ({})}
          title={translate('proofs.replace_key')}
          of={translate('audit.kinds.proof_key')}
          why={translate('proofs.replace_key_why')}
          onDone={notifyNumber('proofs.key_replaced')}
        />
      )}
      {canAccess && (
        <ActionButton
          button={{ size: 'small', variant: 'contained' }}
          endpoint="POST backoffice/proofs"
          input={() => ({})}
          title={translate('proofs.make')}
          of={null}
          why={translate('proofs.make_why')}
          onDone={notifyNumber('proofs.made')}
        />
      )}
    </>
  )
}

const READ = [
  ['/transparency', 'proofs.public_page'],
  ['/docs/proof.md', 'proofs.description'],
  ['/docs/verify-proof.mjs', 'proofs.program'],
] as const

/** What third parties need to verify them. */
function About() {
  const translate = useTranslate()
  return (
    <>
      {translate('proofs.what')}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {READ.map(([address, text]) => (
          <Link key={address} href={address} target="_blank" rel="noreferrer">
            {translate(text)}
          </Link>
        ))}
      </Box>
    </>
  )
}

const Recomputed = ({ proof }: { proof: Row }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
    <Verdict right={proof.chained} yes="proofs.chained" no="proofs.not_chained" />
    <Verdict right={proof.signed} yes="proofs.signed" no="proofs.not_signed" />
  </Box>
)

function Verdict({ right, yes, no }: { right: boolean; yes: string; no: string }) {
  const translate = useTranslate()
  return <StateChip label={translate(right ? yes : no)} tone={right ? 'default' : 'error'} />
}

function Statement({ proof }: { proof: Row }) {
  const translate = useTranslate()
  return (
    <>
      <Link
        href={addressOf(`proofs/${proof._id}`)}
        download={`proof-${proof.number}.json`}
        aria-label={translate('proofs.download_number', { number: proof.number })}
      >
        {translate('proofs.download')}
      </Link>
      {!proof.opens && (
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          {translate('proofs.closed')}
        </Typography>
      )}
    </>
  )
}
