// The difference between two versions: old text struck through, followed by the new; of long texts only the
// lines around a change.
import { Box, Typography } from '@mui/material'
import { Fragment } from 'react'
import { useTranslate } from 'react-admin'
import { type Change, changesOf, type Properties, type Line, linesOf } from './difference.ts'

/** Separates the parts of a line. */
const PARTS = ' · '
/** Context lines shown around a change. */
const ABOUT = 1

export function Changes({ before, after }: { before: Properties; after: Properties }) {
  const translate = useTranslate()
  const changes = changesOf(before, after)
  if (changes.length === 0)
    return <Typography color="text.secondary">{translate('versions.no_difference')}</Typography>
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
      {changes.map((change) => (
        <Box key={change.name}>
          <Typography component="dt" variant="caption" color="text.secondary">
            {change.name}
          </Typography>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {/\n/.test(change.before + change.after) ? <Text change={change} /> : <Short change={change} />}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** For a line with several parts, shows which parts changed; for a new line, only its text. */
function Short({ change: { before, after } }: { change: Change }) {
  const [was, is] = [before.split(PARTS), after.split(PARTS)]
  if (before === '') return <Now text={after} />
  if (was.length !== is.length) return <Instead before={before} after={after} />
  return is.map((part, at) => {
    const old = was.at(at) ?? ''
    return (
      <Fragment key={`${old} ${part}`}>
        {at > 0 && PARTS}
        {old === part ? part : <Instead before={old} after={part} />}
      </Fragment>
    )
  })
}

function Instead({ before, after }: { before: string; after: string }) {
  return (
    <>
      <Box component="del" sx={{ color: 'text.secondary' }}>
        {before}
      </Box>
      {' → '}
      <Now text={after} />
    </>
  )
}

function Now({ text }: { text: string }) {
  const translate = useTranslate()
  return (
    <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 700 }}>
      {text || translate('versions.nothing')}
    </Box>
  )
}

function Text({ change }: { change: Change }) {
  const lines = linesOf(change.before, change.after)
  const shown = lines.filter(({ no }) =>
    lines.slice(Math.max(0, no - ABOUT), no + ABOUT + 1).some(({ kind }) => kind !== 'same'),
  )
  return (
    <Box
      sx={{
        fontFamily: 'monospace',
        fontSize: 12,
        whiteSpace: 'pre-wrap',
        borderLeft: 2,
        borderColor: 'divider',
        pl: 1,
      }}
    >
      {shown.map((line) => (
        <OneLine key={line.no} line={line} />
      ))}
    </Box>
  )
}

const SIGN = { same: ' ', gone: '−', new: '+' }

const OneLine = ({ line: { kind, text } }: { line: Line }) => (
  <Box
    component={kind === 'gone' ? 'del' : kind === 'new' ? 'ins' : 'div'}
    sx={{
      display: 'block',
      textDecoration: 'none',
      color: kind === 'same' ? 'text.secondary' : kind === 'gone' ? 'error.main' : 'text.primary',
      ...(kind === 'new' && { bgcolor: 'action.selected', fontWeight: 700 }),
    }}
  >
    {SIGN[kind]} {text}
  </Box>
)
