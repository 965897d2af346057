// Exports a table as CSV: in the form that a spreadsheet of the operator's language reads, or in the other one.
import { type Separator, separatorFor, SEPARATORS } from '@fairturn/contract/csv'
import MoreIcon from '@mui/icons-material/ArrowDropDownOutlined'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Box, Button, IconButton, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { addressOf } from '../shell/api.ts'

interface Props {
  path: string
  query?: Record<string, unknown>
  label?: string
}

/** `query` holds the list's filters and order; absent for a table that is not a list. */
export function CsvButton({ path, query, label = 'app.csv' }: Props) {
  const translate = useTranslate()
  const usual = separatorFor(useLocale())
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const file = (separator: Separator) => ({
    component: 'a' as const,
    href: addressOf(path, { ...query, separator }),
    download: true,
  })
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', justifySelf: 'start' }}>
      <Button size="small" startIcon={<DownloadIcon />} {...file(usual)}>
        {translate(label)}
      </Button>
      <IconButton
        size="small"
        color="primary"
        aria-label={translate('app.csv_form')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {SEPARATORS.map((separator) => (
          <MenuItem
            key={separator}
            selected={separator === usual}
            {...file(separator)}
            onClick={() => setAnchor(null)}
          >
            {translate(`app.csv_forms.${separator}`)}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  )
}
