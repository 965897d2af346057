// Global search, opened by one key on every screen: a combobox over everything this operator may read.
import SearchIcon from '@mui/icons-material/SearchOutlined'
import { Button } from '@mui/material'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useKeys } from './keys.ts'

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }))

export function Search() {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  useKeys({ '/': () => setOpen(true), 'Ctrl+k': () => setOpen(true) })
  return (
    <>
      <Button
        color="inherit"
        size="small"
        startIcon={<SearchIcon />}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="/ Control+K"
        title={translate('search.keys')}
        sx={{ mr: 1, minWidth: 0, '& .MuiButton-startIcon': { mr: { xs: 0, sm: 1 } } }}
      >
        {translate('search.open')}
      </Button>
      {open && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
