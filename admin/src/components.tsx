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
  /** Where what is written is not enough to tell it from others. */
  label?: string
  title?: string | undefined
  children: ReactNode
}

/** What the tone of a state is, wherever it stands; of one group another where that is named too. */
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

/** That something waits for another operator, or was proposed, with the way to the proposal. */
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

/** Of the page of one record: what it is, its state, and what can be done. */
export const RecordHead = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
    <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
      {title}
    </Typography>
    {children}
  </Box>
)

/** Of a part of a page. */
export const Heading = ({ text }: { text: string }) => (
  <Typography variant="h6" component="h2" sx={{ 'section > &': { mb: 1 } }}>
    {useTranslate()(text)}
  </Typography>
)

/** A way to another screen, in the colour of what can be done. */
export const GoTo = ({ to, label, title, children }: GoToProps) => (
  <StyledLink component={Link} to={to} aria-label={label} title={title}>
    {children}
  </StyledLink>
)

/** One tab for each value of a filter, and one for all of them; the choice stands in the address like every filter. */
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
        // Every choice is seen: what does not fit stands in a second row, which the framework's moving line cannot follow.
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

/** One of a few, on a screen that is no form: what it shows stands in its address. */
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

/** A file by the picker, or dropped. */
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

/** Why nothing was taken of a file, in plain words, and where in it. */
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
