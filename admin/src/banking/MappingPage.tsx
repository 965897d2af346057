// The form of a CSV mapping, with a trial on a sample file that the server parses again on every change and
// does not store.
import { CSV_ENCODINGS, DAY_FORMATS } from '@fairturn/contract/backoffice/csv-mapping'
import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import {
  BooleanInput,
  NumberInput,
  required,
  SelectInput,
  TextArrayInput,
  TextInput,
  Title,
  useRedirect,
  useTranslate,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useParams } from 'react-router-dom'
import { ActionForm } from '../components/ActionForm.tsx'
import { Heading } from '../components/headings.tsx'
import { useEndpointQuery, useReadQuery } from '../shell/endpoint-hooks.ts'
import {
  AMOUNTS,
  type ColumnName,
  columnsIn,
  type Draft,
  draftOf,
  EMPTY,
  fileKey,
  mappingOf,
} from './mapping-draft.ts'
import { MappingTrial } from './MappingTrial.tsx'

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
const DECIMALS = { ',': 'comma', '.': 'point' } as const
const OPTIONAL = [
  'value_day',
  'fee',
  'balance',
  'currency',
  'own_account',
  'bank_reference',
  'end_to_end_id',
  'counterparty_name',
  'counterparty_account',
] as const satisfies readonly ColumnName[]

/** A new mapping, or the one named in the URL. */
export function MappingPage() {
  const translate = useTranslate()
  const { id } = useParams()
  const { data } = useEndpointQuery('GET backoffice/bank-mappings')
  if (id === undefined) return <MappingForm name="" draft={EMPTY} />
  if (data === undefined) return null
  const named = data.list.find(({ _id }) => _id === id)
  return named === undefined ? (
    <Typography sx={{ mt: 2 }}>{translate('ra.page.not_found')}</Typography>
  ) : (
    <MappingForm key={named._id} name={named.name} draft={draftOf(named.mapping)} />
  )
}

interface Values {
  name: string
  mapping: Draft
}

function MappingForm({ name, draft }: { name: string; draft: Draft }) {
  const translate = useTranslate()
  const redirect = useRedirect()
  return (
    <>
      <Title title={translate(name === '' ? 'bank_mappings.add' : 'bank_mappings.edit')} />
      <ActionForm<'POST backoffice/bank-mappings', Values>
        endpoint="POST backoffice/bank-mappings"
        // An incomplete mapping is refused by the server with the missing field.
        input={(values) => ({ body: { name: values.name, mapping: mappingOf(values.mapping)! } })}
        defaultValues={{ name, mapping: draft }}
        done="bank_mappings.saved"
        leaves
        onDone={() => redirect('list', 'bank-mappings')}
      >
        {(busy) => <Fields busy={busy} />}
      </ActionForm>
    </>
  )
}

function Fields({ busy }: { busy: boolean }) {
  const translate = useTranslate()
  const [file, setFile] = useState<File>()
  const { mapping: draft } = useWatch() as Values
  const { separator, encoding, skip_lines } = draft
  const { data: offered = [] } = useReadQuery(
    ['columns', file && fileKey(file), separator, encoding, skip_lines],
    () => columnsIn(file!, { separator, encoding, skip_lines }),
    { enabled: file !== undefined, silent: true },
  )
  const mapping = mappingOf(draft)
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
      <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
        <TextInput
          source="name"
          label="bank_mappings.name"
          helperText="bank_mappings.same_name"
          validate={required()}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        <Shape />
        <Columns draft={draft} offered={offered} />
        <Button
          type="submit"
          variant="contained"
          disabled={busy || mapping === undefined}
          sx={{ justifySelf: 'start' }}
        >
          {translate('bank_mappings.save')}
        </Button>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Heading text="bank_mappings.trial" />
        <MappingTrial mapping={mapping} file={file} onFile={setFile} />
      </Box>
    </Box>
  )
}

/** The file format, independent of its columns. */
function Shape() {
  const select = (
    field: 'separator' | 'decimal' | 'day_format' | 'encoding',
    names: object | readonly string[],
  ) => (
    <SelectInput
      source={`mapping.${field}`}
      label={`bank_mappings.${field}`}
      choices={
        Array.isArray(names)
          ? names.map((id: string) => ({ id, name: id }))
          : Object.entries(names).map(([id, name]) => ({ id, name: `bank_mappings.${field}s.${name}` }))
      }
      translateChoice={!Array.isArray(names)}
      validate={required()}
      helperText={false}
    />
  )
  return (
    <Box sx={{ display: 'grid', columnGap: 1, gridTemplateColumns: '1fr 1fr', alignItems: 'center' }}>
      {select('separator', SEPARATORS)}
      {select('decimal', DECIMALS)}
      {select('day_format', DAY_FORMATS)}
      {select('encoding', CSV_ENCODINGS)}
      <NumberInput
        source="mapping.skip_lines"
        label="bank_mappings.skip_lines"
        min={0}
        max={50}
        step={1}
        validate={required()}
        helperText={false}
      />
      <NumberInput
        source="mapping.skip_last_lines"
        label="bank_mappings.skip_last_lines"
        min={0}
        max={50}
        step={1}
        helperText={false}
      />
      <BooleanInput source="mapping.newest_first" label="bank_mappings.newest_first" helperText={false} />
    </Box>
  )
}

const OFFERED = 'columns-of-the-file'

function Columns({ draft, offered }: { draft: Draft; offered: readonly string[] }) {
  const { amounts, columns } = draft
  const column = (name: Exclude<ColumnName, 'remittance' | 'ignored'>, optional = false) => (
    <TextInput
      key={name}
      source={`mapping.columns.${name}`}
      label={`bank_mappings.column.${name}`}
      helperText={optional && 'bank_mappings.optional'}
      {...(!optional && { validate: required() })}
      slotProps={{ htmlInput: { list: OFFERED, autoComplete: 'off' } }}
    />
  )
  const words = (name: 'credit_words' | 'debit_words' | 'booked_words') => (
    <TextArrayInput
      key={name}
      source={`mapping.${name}`}
      label={`bank_mappings.${name}`}
      helperText="bank_mappings.words"
      validate={required()}
    />
  )
  return (
    <>
      <datalist id={OFFERED}>
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      {column('booking_day')}
      <SelectInput
        source="mapping.amounts"
        label="bank_mappings.amounts"
        choices={AMOUNTS.map((id) => ({ id, name: `bank_mappings.amounts_are.${id}` }))}
        validate={required()}
        helperText={false}
      />
      {amounts === 'separate' ? [column('credit'), column('debit')] : column('amount')}
      {amounts === 'direction' && [
        column('direction'),
        words('credit_words'),
        words('debit_words'),
        <TextArrayInput
          key="skipped_words"
          source="mapping.skipped_words"
          label="bank_mappings.skipped_words"
          helperText="bank_mappings.skipped_words_why"
        />,
      ]}
      {column('status', true)}
      {columns.status && words('booked_words')}
      <TextArrayInput
        source="mapping.columns.remittance"
        label="bank_mappings.column.remittance"
        options={[...offered]}
        validate={required()}
        helperText={false}
      />
      {OPTIONAL.map((name) => column(name, true))}
      <TextArrayInput
        source="mapping.columns.ignored"
        label="bank_mappings.column.ignored"
        options={[...offered]}
        helperText="bank_mappings.ignored_why"
      />
    </>
  )
}
