import type { LevelOfTable } from '@fairturn/contract/backoffice/levels'
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { useLevelName } from '../components/Name.tsx'
import { rangeOf } from './rows.ts'

export function MemberRows({ levels }: { levels: readonly LevelOfTable[] }) {
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        width: '100%',
        maxWidth: 390,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        bgcolor: 'background.paper',
      }}
    >
      {levels.map((level, at) => (
        // New rows have no id; all rows are re-rendered together.
        <MemberRow key={`${level._id ?? 'new'} ${level.name}`} level={level} at={at} />
      ))}
    </Box>
  )
}

function MemberRow({ level, at }: { level: LevelOfTable; at: number }) {
  const translate = useTranslate()
  const levelName = useLevelName()
  const money = useMoney()
  const fee = (wire: string) => (/^\d+\.\d\d$/.test(wire) ? money(wire) : wire)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
        p: 1.5,
        borderTop: at === 0 ? 0 : 1,
        borderColor: 'divider',
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 40,
          height: 40,
          flexShrink: 0,
          borderRadius: '50%',
          border: 3,
          borderColor: 'primary.main',
          display: 'grid',
          placeItems: 'center',
          fontWeight: 700,
        }}
      >
        {level.number_ads || '–'}
      </Box>
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{levelName(level.name)}</Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('levels.turns_a_day', { smart_count: level.number_ads || 0 })}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('levels.bonus_and_discount', { range: rangeOf(level) })}
        </Typography>
      </Box>
      {at > 0 && (
        <Box
          sx={{
            textAlign: 'center',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            px: 1.5,
            py: 0.5,
          }}
        >
          <Typography component="div" sx={{ fontWeight: 600, color: 'primary.main' }}>
            {translate('levels.unlock')}
          </Typography>
          <Typography component="div" variant="body2" sx={{ whiteSpace: 'nowrap' }}>
            {fee(level.joining_fee)}
          </Typography>
        </Box>
      )}
    </Box>
  )
}
