// Global search, opened by one key on every screen: a combobox over everything this operator may read.
import SearchIcon from '@mui/icons-material/SearchOutlined'
import { Button, Dialog, TextField } from '@mui/material'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import { focusInput, focusListSearch, useKeys } from '../components/keys.ts'

const SearchField = lazy(async () => ({ default: (await import('./SearchField.tsx')).SearchField }))

export function Search() {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const close = () => {
    setOpen(false)
    setTyped('')
  }
  useKeys({ '/': () => focusListSearch() || setOpen(true), 'Ctrl+k': () => setOpen(true) })
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
        <Dialog
          open
          onClose={close}
          fullWidth
          maxWidth="sm"
          aria-labelledby="search-label"
          sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
          slotProps={{ paper: { sx: { overflow: 'visible', p: 2 } } }}
        >
          {/* Keeps what is typed while the search is loading: on the screen, letters would be shortcuts. */}
          <Suspense
            fallback={
              <TextField
                id="search"
                inputRef={focusInput}
                fullWidth
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                label={translate('search.title')}
                helperText={translate('search.help')}
              />
            }
          >
            <SearchField typed={typed} onTyped={setTyped} onClose={close} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
