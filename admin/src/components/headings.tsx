import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { useHeadingFocus } from './arrival.ts'
import { usePanel } from './panel.ts'

/**
 * Screens whose heading is in the app bar: lists and editors. The dashboard and pages of one record have
 * their own.
 */
export const isHeaded = (pathname: string): boolean =>
  /^\/[\w-]+\/?$|^\/(pages|broadcasts|bank-mappings)\//.test(pathname)

/** Heading of a record's page: title, state and actions. Beside another page it is no first heading. */
export function RecordHead({ title, children }: { title: ReactNode; children: ReactNode }) {
  const own = usePanel() === null
  const focused = useHeadingFocus(own)
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography variant="h5" component={own ? 'h1' : 'h2'} {...focused} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

/** Heading of a section. */
export const Heading = ({ text }: { text: string }) => (
  <Typography variant="h6" component="h2" sx={{ 'section > &': { mb: 1 } }}>
    {useTranslate()(text)}
  </Typography>
)
