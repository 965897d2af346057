import ExpandIcon from '@mui/icons-material/ExpandMore'
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Alert,
  Box,
  Button,
  Chip,
  TextField,
} from '@mui/material'
import { useState } from 'react'
import { Title, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { Choice } from '../components/Choice.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import type { CallInput, DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { EntryLink } from './links.tsx'
import { Steps } from './Steps.tsx'

const VERIFICATION = 'GET backoffice/ledger/chains/:chain/verification'
type Window = DataOf<typeof VERIFICATION>

const SIZES = [10, 50, 200] as const

export function ChainPage() {
  const translate = useTranslate()
  const [chosen, choose] = useSearchParams()
  const { data } = useEndpointQuery('GET backoffice/ledger/chains')
  const chains = data?.list ?? []
  const no = Number(chosen.get('chain')) || 1
  const before = Number(chosen.get('before')) || undefined
  const links = SIZES.find((size) => String(size) === chosen.get('links')) ?? 10
  const chain = chains.find((one) => one.chain === no)
  const query = { links, ...(before !== undefined && { before }) }
  const { window, verify, close } = useVerification({ params: { chain: String(no) }, query })
  const open = (changed: Record<string, string>) => {
    close()
    const now = { chain: String(no), links: String(links), ...(before && { before: String(before) }) }
    choose({ ...now, ...changed })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, maxWidth: 960, minWidth: 0 }}>
      <Title title={translate('resources.chains.name', { smart_count: 2 })} />
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Choice
          label="chains.chain"
          value={chains.length === 0 ? '' : no}
          values={chains.map((one) => one.chain)}
          written={(of) =>
            translate('chains.of_length', {
              chain: of,
              length: chains.find((one) => one.chain === of)?.length,
            })
          }
          onChoose={(of) => choose({ chain: String(of), links: String(links) })}
          width={190}
        />
        <TextField
          type="number"
          fullWidth={false}
          label={translate('chains.before')}
          value={before ?? ''}
          onChange={({ target }) => open({ before: target.value })}
          sx={{ width: 230 }}
        />
        <Choice
          label="chains.links"
          value={links}
          values={SIZES}
          onChoose={(size) => open({ links: String(size) })}
        />
        <Button variant="contained" onClick={verify} disabled={chain === undefined || chain.length === 0}>
          {translate('chains.verify')}
        </Button>
      </Box>
      {chain && (
        <PropertyTable
          values={{
            'chains.length': String(chain.length),
            'chains.last_entry_no': chain.length > 0 && String(chain.last_entry_no),
            'chains.head': <code>{chain.head}</code>,
          }}
        />
      )}
      {window && (
        <Verified
          window={window}
          onNext={() => window.next_before !== null && open({ before: String(window.next_before) })}
        />
      )}
    </Box>
  )
}

/** Verifies only the window that was requested, not every window that is selected. */
function useVerification(input: CallInput<typeof VERIFICATION>) {
  const wanted = JSON.stringify(input)
  const [requested, setRequested] = useState('')
  const { data, refresh } = useEndpointQuery(VERIFICATION, input, { enabled: requested === wanted })
  return {
    window: data,
    verify: () => (requested === wanted ? refresh() : setRequested(wanted)),
    close: () => setRequested(''),
  }
}

function Verified({ window, onNext }: { window: Window; onNext: () => void }) {
  const translate = useTranslate()
  const wrong = window.links.filter(({ right }) => !right).length
  return (
    <Box>
      <Alert severity={window.right ? 'success' : 'error'} sx={{ mb: 2 }}>
        {translate(window.right ? 'chains.window_right' : 'chains.window_wrong', {
          count: window.links.length,
          wrong,
        })}
      </Alert>
      {window.links.map((link) => (
        <Accordion
          key={link.entry_id}
          disableGutters
          variant="outlined"
          defaultExpanded={!link.right}
          slotProps={{ transition: { unmountOnExit: true } }}
        >
          <AccordionSummary expandIcon={<ExpandIcon />}>
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
              <Chip
                size="small"
                variant="outlined"
                color={link.right ? 'primary' : 'error'}
                label={translate(link.right ? 'chains.right' : 'chains.wrong')}
              />
              {translate('chains.entry_no', { no: link.entry_no })}
            </Box>
          </AccordionSummary>
          <AccordionDetails>
            <Steps link={link} />
            <EntryLink entry_id={link.entry_id} label={translate('chains.open_entry')} />
          </AccordionDetails>
        </Accordion>
      ))}
      {window.next_before !== null && (
        <Button onClick={onNext} sx={{ mt: 1 }}>
          {translate('chains.older')}
        </Button>
      )}
    </Box>
  )
}
