import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Chip,
  Link as StyledLink,
  MenuItem,
  Tab,
  Tabs,
  TextField,
  Typography,
} from '@mui/material'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { type ReactNode, useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { ChooserButton } from './ChooserButton.tsx'

export type Tone = 'default' | 'primary' | 'warning' | 'error'

export const StateChip = ({ label, tone = 'default' }: { label: string; tone?: Tone | undefined }) => (
  <Chip size="small" variant="outlined" color={tone} label={label} />
)

interface GoToProps {
  to: string
  /** Accessible name, if the text alone is ambiguous. */
  label?: string
  title?: string | undefined
  children: ReactNode
}

/** Tone of a status wherever it is shown; `group.key` overrides `key`. */
const TONES: Readonly<Record<string, Tone>> = {
  'invitations.states.open': 'primary',
  open: 'warning',
  review: 'warning',
  active: 'primary',
  awaiting: 'warning',
  credited: 'primary',
  requested: 'warning',
  approved: 'primary',
  sent: 'primary',
  returned: 'error',
  drawn: 'warning',
  exported: 'warning',
  executed: 'primary',
  scheduled: 'warning',
  sending: 'warning',
  matched: 'primary',
  held: 'warning',
  differs: 'warning',
  unmatched: 'error',
  unexplained: 'error',
  needs_review: 'error',
}

export const Status = ({ texts, value }: { texts: string; value: string }) => (
  <StateChip label={useTranslate()(`${texts}.${value}`)} tone={TONES[`${texts}.${value}`] ?? TONES[value]} />
)

/** States that something waits for another operator or was proposed, with a link to the proposal. */
export const ProposalAlert = ({ id, done = false, children }: ProposalAlertProps) => (
  <Alert
    severity={done ? 'success' : 'info'}
    action={
      <Button component={Link} to={`/approvals/${id}/show`} size="small" sx={{ whiteSpace: 'nowrap' }}>
        {useTranslate()('approvals.open')}
      </Button>
    }
  >
    {children}
  </Alert>
)

interface ProposalAlertProps {
  id: string
  done?: boolean
  children: ReactNode
}

/** Heading of a record's page: title, state and actions. */
export const RecordHead = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
    <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
      {title}
    </Typography>
    {children}
  </Box>
)

/** Heading of a section. */
export const Heading = ({ text }: { text: string }) => (
  <Typography variant="h6" component="h2" sx={{ 'section > &': { mb: 1 } }}>
    {useTranslate()(text)}
  </Typography>
)

/** A link to another screen, in the action colour. */
export const GoTo = ({ to, label, title, children }: GoToProps) => (
  <StyledLink component={Link} to={to} aria-label={label} title={title}>
    {children}
  </StyledLink>
)

/** One tab per value of a filter, and one for all; the selection is in the URL like every filter. */
export function FilterTabs<Value extends string>({
  source,
  values,
  label,
}: {
  source: string
  values: readonly Value[]
  label: (value: Value) => string
}) {
  const translate = useTranslate()
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const now = (filterValues as Record<string, unknown>)[source]
  const choose = (chosen: string) => {
    const { [source]: _, ...others } = filterValues as Record<string, unknown>
    setFilters(chosen === '' ? others : { ...others, [source]: chosen }, displayedFilters)
  }
  return (
    <Tabs
      value={values.includes(now as Value) ? now : ''}
      onChange={(_, chosen: string) => choose(chosen)}
      slotProps={{ list: { sx: { flexWrap: 'wrap' } } }}
      sx={{
        minHeight: 40,
        px: 1,
        // Tabs wrap, so that all are visible; the framework's sliding indicator does not support wrapping.
        '& .MuiTabs-indicator': { display: 'none' },
        '& .MuiTab-root': { minHeight: 40, minWidth: 0 },
        '& .MuiTab-root.Mui-selected': { boxShadow: 'inset 0 -2px currentColor' },
      }}
    >
      {values.map((value) => (
        <Tab key={value} value={value} label={label(value)} />
      ))}
      <Tab value="" label={translate('money.every')} />
    </Tabs>
  )
}

interface ChoiceProps<Value extends string | number> {
  label: string
  value: Value | ''
  values: readonly Value[]
  written?: (value: Value) => string
  onChoose: (value: Value) => void
  width?: number
}

/** A select on a screen without a form; the selection is in the URL. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, values, written = String, onChoose, width = 120 } = props
  return (
    <TextField
      select
      fullWidth={false}
      size="small"
      label={useTranslate()(label)}
      value={value}
      onChange={({ target }) => onChoose(target.value as Value)}
      sx={{ minWidth: width, m: 0 }}
    >
      {values.map((one) => (
        <MenuItem key={one} value={one}>
          {written(one)}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** File input with picker and drag and drop. */
export function FileField({ accept, onFile }: { accept: string; onFile: (file: File) => void }) {
  const translate = useTranslate()
  const [name, setName] = useState<string>()
  const [over, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (file === undefined) return
    setName(file.name)
    onFile(file)
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
      sx={{
        border: '1px dashed',
        borderColor: over ? 'primary.main' : 'text.secondary',
        borderRadius: 1,
        p: 2,
        textAlign: 'center',
      }}
    >
      <ChooserButton label={translate('money.file.choose')} accept={accept} onFile={take}>
        {name === undefined ? translate('money.file.choose') : translate('money.file.chosen', { name })}
      </ChooserButton>
    </Box>
  )
}

/** Why a file was rejected, and where in the file. */
export function FileRefusal({ failure }: { failure: unknown }) {
  const translate = useTranslate()
  if (failure === undefined || failure === null) return null
  const known = failure instanceof ApiFailure ? failure : undefined
  const { why, where } = (known?.details ?? {}) as { why?: string; where?: string | number }
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle>{translate('money.file.refused')}</AlertTitle>
      <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
        {translate(known?.message ?? 'ra.message.error', { _: known?.message ?? '' })}
      </Box>
      {why !== undefined && <div>{translate(`money.file.flaws.${why}`, { _: why })}</div>}
      {where !== undefined && <div>{translate('money.file.at', { where: String(where) })}</div>}
    </Alert>
  )
}
