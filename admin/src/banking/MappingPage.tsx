// The form of a CSV mapping, with a trial on a sample file: parsed by the server with every change, and not
// stored.
import {
  Autocomplete,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { Title, useRedirect, useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { useEndpointMutation, useEndpointQuery, useReadQuery } from '../endpoint-hooks.ts'
import {
  type ColumnName,
  columnsIn,
  type Draft,
  draftOf,
  EMPTY,
  fileKey,
  mappingOf,
} from './mapping-draft.ts'
import { MappingTrial } from './MappingTrial.tsx'
import { Heading } from '../parts.tsx'

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
const DECIMALS = { ',': 'comma', '.': 'point' } as const
const DAY_FORMATS = [
  'yyyy-MM-dd',
  'yyyyMMdd',
  'dd.MM.yyyy',
  'dd/MM/yyyy',
  'dd-MM-yyyy',
  'MM/dd/yyyy',
] as const
const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252', 'iso-8859-15'] as const
const OPTIONAL = [
  'value_day',
  'balance',
  'currency',
  'bank_reference',
  'end_to_end_id',
  'counterparty_name',
  'counterparty_account',
] as const satisfies readonly ColumnName[]

/** A new mapping, or the one that the address names. */
export function MappingPage() {
  const translate = useTranslate()
  const { id } = useParams()
  const { data } = useEndpointQuery('GET backoffice/bank-mappings')
  if (id === undefined) return <Form name="" draft={EMPTY} />
  if (data === undefined) return null
  const named = data.list.find(({ _id }) => _id === id)
  return named === undefined ? (
    <Typography sx={{ mt: 2 }}>{translate('ra.page.not_found')}</Typography>
  ) : (
    <Form key={named._id} name={named.name} draft={draftOf(named.mapping)} />
  )
}

function Form({ name: named, draft: first }: { name: string; draft: Draft }) {
  const translate = useTranslate()
  const redirect = useRedirect()
  const [name, setName] = useState(named)
  const [draft, setDraft] = useState(first)
  const [file, setFile] = useState<File>()
  const { separator, encoding, skip_lines } = draft
  const { data: offered = [] } = useReadQuery(
    ['columns', file && fileKey(file), separator, encoding, skip_lines],
    () => columnsIn(file!, { separator, encoding, skip_lines }),
    { enabled: file !== undefined, silent: true },
  )
  const mapping = mappingOf(draft)
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const { start: save, busy } = useEndpointMutation('POST backoffice/bank-mappings', {
    done: 'bank_mappings.saved',
    leaves: true,
    onDone: () => redirect('list', 'bank-mappings'),
  })
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', lg: '440px 1fr' },
        py: 2,
        minWidth: 0,
      }}
    >
      <Title title={translate(named === '' ? 'bank_mappings.add' : 'bank_mappings.edit')} />
      <Box
        component="form"
        sx={{ display: 'grid', gap: 1, alignContent: 'start' }}
        onSubmit={(event: React.SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          if (mapping !== undefined) save({ body: { name, mapping } })
        }}
      >
        <TextField
          label={translate('bank_mappings.name')}
          helperText={translate('bank_mappings.same_name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          required
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <Shape draft={draft} onChange={change} />
        <Columns draft={draft} offered={offered} onChange={change} />
        <Box>
          <Button type="submit" variant="contained" disabled={busy || mapping === undefined}>
            {translate('bank_mappings.save')}
          </Button>
        </Box>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Heading text="bank_mappings.trial" />
        <MappingTrial mapping={mapping} file={file} onFile={setFile} />
      </Box>
    </Box>
  )
}

interface DraftProps {
  draft: Draft
  onChange: (changed: Partial<Draft>) => void
}

/** How the file is written, whatever its columns are called. */
function Shape({ draft, onChange }: DraftProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
      <TextField
        select
        label={translate('bank_mappings.separator')}
        value={draft.separator}
        onChange={({ target }) => onChange({ separator: target.value as Draft['separator'] })}
      >
        {Object.entries(SEPARATORS).map(([value, word]) => (
          <MenuItem key={value} value={value}>
            {translate(`bank_mappings.separators.${word}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={translate('bank_mappings.decimal')}
        value={draft.decimal}
        onChange={({ target }) => onChange({ decimal: target.value as Draft['decimal'] })}
      >
        {Object.entries(DECIMALS).map(([value, word]) => (
          <MenuItem key={value} value={value}>
            {translate(`bank_mappings.decimals.${word}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={translate('bank_mappings.day_format')}
        value={draft.day_format}
        onChange={({ target }) => onChange({ day_format: target.value as Draft['day_format'] })}
      >
        {DAY_FORMATS.map((format) => (
          <MenuItem key={format} value={format}>
            {format}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={translate('bank_mappings.encoding')}
        value={draft.encoding}
        onChange={({ target }) => onChange({ encoding: target.value as Draft['encoding'] })}
      >
        {ENCODINGS.map((encoding) => (
          <MenuItem key={encoding} value={encoding}>
            {encoding}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="number"
        label={translate('bank_mappings.skip_lines')}
        value={draft.skip_lines}
        onChange={({ target }) => onChange({ skip_lines: Math.min(50, Math.max(0, Number(target.value))) })}
        slotProps={{ htmlInput: { min: 0, max: 50, step: 1 } }}
      />
      <FormControlLabel
        control={<Checkbox checked={draft.newest_first} />}
        label={translate('bank_mappings.newest_first')}
        onChange={(_, newest_first) => onChange({ newest_first })}
      />
    </Box>
  )
}

function Columns({ draft, offered, onChange }: DraftProps & { offered: readonly string[] }) {
  const translate = useTranslate()
  const { columns, one_amount } = draft
  const put = (column: ColumnName, value: string | readonly string[]) =>
    onChange({ columns: { ...columns, [column]: value } })
  const one = (column: Exclude<ColumnName, 'remittance'>, required = false) => (
    <Autocomplete
      key={column}
      freeSolo
      options={offered}
      inputValue={columns[column] ?? ''}
      onInputChange={(_, value) => put(column, value)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate(`bank_mappings.column.${column}`)}
          required={required}
          helperText={required ? undefined : translate('bank_mappings.optional')}
        />
      )}
    />
  )
  return (
    <>
      {one('booking_day', true)}
      <FormControlLabel
        control={<Checkbox checked={one_amount} />}
        label={translate('bank_mappings.one_amount')}
        onChange={(_, checked) => onChange({ one_amount: checked })}
      />
      {one_amount ? one('amount', true) : [one('credit', true), one('debit', true)]}
      <Autocomplete
        multiple
        freeSolo
        options={offered}
        value={[...columns.remittance]}
        onChange={(_, value) => put('remittance', value)}
        renderInput={(params) => (
          <TextField {...params} label={`${translate('bank_mappings.column.remittance')} *`} />
        )}
      />
      {OPTIONAL.map((column) => one(column))}
    </>
  )
}
