// Proofs of liabilities: each with its signature and chain recomputed, for download as everybody gets it; making one now, and
// replacing the key.
import { Alert, Box, Link, Typography } from '@mui/material'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import type { AdminProof } from '@fairturn/contract/proofs'
import {
  DataTable,
  DateTimeInput,
  FunctionField,
  InfiniteList,
  NumberInput,
  SelectInput,
  useCanAccess,
  useGetIdentity,
  useNotify,
  useTranslate,
} from 'react-admin'
import { ActionButton } from '../ActionDialog.tsx'
import { addressOf } from '../api.ts'
import { choicesOf } from '../forms.ts'
import { ListTools } from '../ListTools.tsx'
import { Amount } from '../Amount.tsx'
import { StateChip } from '../parts.tsx'
import { instantOf, when } from '../words.ts'

type Row = AdminProof & { id: string }

const FILTERS = [
  <SelectInput
    key="made"
    source="made"
    label="proofs.made_by"
    alwaysOn
    choices={choicesOf(['daily', 'on_demand'], 'proofs')}
  />,
  <DateTimeInput key="from" source="from" label="entries.from" parse={instantOf} />,
  <DateTimeInput key="to" source="to" label="entries.to" parse={instantOf} />,
  <NumberInput key="key" source="key" label="proofs.key" min={1} />,
]

export const ProofList = () => (
  <InfiniteList
    filters={FILTERS}
    sort={{ field: 'number', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={
      <ListTools csv="backoffice/proofs.csv">
        <Actions />
      </ListTools>
    }
  >
    <Rows />
  </InfiniteList>
)

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

/** What everybody has to check them by. */
function About() {
  const translate = useTranslate()
  return (
    <Alert severity="info" variant="outlined" sx={{ m: 1.5 }}>
      {translate('proofs.what')}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {READ.map(([address, text]) => (
          <Link key={address} href={address} target="_blank" rel="noreferrer">
            {translate(text)}
          </Link>
        ))}
      </Box>
    </Alert>
  )
}

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <About />
      <DataTable rowClick={false} bulkActionButtons={false} size="small">
        <DataTable.Col label="proofs.number" source="number" align="right" />
        <DataTable.Col label="proofs.taken_at" disableSort>
          <FunctionField<Row> render={({ taken_at }) => when(taken_at)} />
        </DataTable.Col>
        <DataTable.Col label="proofs.made_by" disableSort>
          <FunctionField<Row> render={({ made_by_name }) => made_by_name ?? translate('proofs.daily')} />
        </DataTable.Col>
        <DataTable.Col label="proofs.leaves" source="leaves" align="right" />
        <DataTable.Col label="proofs.total" source="total" align="right">
          <FunctionField<Row> render={({ total }) => <Amount wire={total} />} />
        </DataTable.Col>
        <DataTable.Col label="proofs.recomputed" disableSort>
          <FunctionField<Row> render={(proof) => <Recomputed proof={proof} />} />
        </DataTable.Col>
        <DataTable.Col label="proofs.key" disableSort source="key" align="right" />
        <DataTable.Col label="proofs.statement" disableSort>
          <FunctionField<Row> render={(proof) => <Statement proof={proof} />} />
        </DataTable.Col>
      </DataTable>
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
