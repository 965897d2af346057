import { count } from '@fairturn/ui/formats.ts'
import { Alert, MenuItem, TextField } from '@mui/material'
import { Fragment, useState } from 'react'
import { useTranslate } from 'react-admin'
import { FileRefusal } from '../components/FileField.tsx'
import { formatPeriod } from '../components/format.ts'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { FileDialog } from './FileDialog.tsx'
import { MatchingProgress } from './MatchingProgress.tsx'
import { SkippedLines } from './SkippedLines.tsx'
import { whyUnconfirmed } from './StatementActions.tsx'

type Imported = DataOf<'POST backoffice/bank-statements'>['list']

const CAMT = 'camt'
const isCsv = (file: File) => /\.(csv|txt)$/i.test(file.name)

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const [csvChosen, setCsvChosen] = useState(false)
  /** The operator's choice; otherwise derived from the file, even if the mappings load after it was chosen. */
  const [selected, setSelected] = useState<string>()
  const { data, failure } = useEndpointQuery('GET backoffice/bank-mappings', {}, { silent: true })
  const mappings = data?.list ?? []
  const mappingId = selected ?? (csvChosen ? mappings[0]?._id : undefined) ?? CAMT

  function choose(chosen: File) {
    setCsvChosen(isCsv(chosen))
    if (!isCsv(chosen) || selected === CAMT) setSelected(undefined)
  }
  return (
    <FileDialog
      endpoint="POST backoffice/bank-statements"
      title={translate('bank_statements.import')}
      why={translate('bank_statements.import_why')}
      accept=".xml,.csv,.txt"
      onFile={choose}
      fields={mappingId === CAMT ? {} : { mapping_id: mappingId }}
      renderDone={({ list }) => <Statements list={list} />}
      onClose={onClose}
    >
      <TextField
        select
        label={translate('bank_statements.read_as')}
        value={mappingId}
        onChange={({ target }) => setSelected(target.value)}
      >
        <MenuItem value={CAMT}>{translate('bank_statements.camt')}</MenuItem>
        {mappings.map(({ _id, name }) => (
          <MenuItem key={_id} value={_id}>{`CSV: ${name}`}</MenuItem>
        ))}
      </TextField>
      <FileRefusal failure={failure} />
    </FileDialog>
  )
}

function Statements({ list }: { list: Imported }) {
  const translate = useTranslate()
  return list.map(
    ({
      _id,
      statement_id,
      from_day,
      to_day,
      new_lines,
      repeated,
      gap,
      status,
      unconfirmed_reason,
      missing_no,
      missing_waits,
      skipped_numbers,
      older,
      skipped,
      skipped_count,
      ...progress
    }) => (
      <Fragment key={_id}>
        <Alert severity={gap || status === 'unconfirmed' ? 'warning' : repeated ? 'info' : 'success'}>
          {translate(
            `bank_statements.${repeated ? 'repeated' : status === 'unconfirmed' ? 'imported' : 'done'}`,
            {
              statement: statement_id,
              period: formatPeriod(from_day, to_day),
              fresh: count(new_lines),
            },
          )}
          {status !== 'unconfirmed' ? (
            <MatchingProgress statement={{ _id, ...progress }} />
          ) : (
            <>
              {older ? (
                <div>{translate('bank_statements.older')}</div>
              ) : (
                unconfirmed_reason !== 'by_hand' && (
                  <div>{translate(...whyUnconfirmed({ unconfirmed_reason, missing_no, missing_waits }))}</div>
                )
              )}
              <div>{translate(older ? 'bank_statements.older_waits' : 'bank_statements.imported_waits')}</div>
            </>
          )}
          {skipped_numbers !== null && (
            <div>{translate('bank_statements.numbers_skipped', { numbers: skipped_numbers })}</div>
          )}
          {gap && <div>{translate('bank_statements.gap_why')}</div>}
        </Alert>
        <SkippedLines skipped={skipped} count={skipped_count} />
      </Fragment>
    ),
  )
}
