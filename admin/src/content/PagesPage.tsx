// Every content page in every language at a glance: which texts are one's own, and the way to each.
import {
  Chip,
  Link,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { PAGES } from '@fairturn/contract/content'
import { LOCALES } from '@fairturn/contract/locales'
import { Title, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useEndpointQuery } from '../endpoint-hooks.ts'
import { when } from '../words.ts'
import { useLanguageName } from './Languages.tsx'

export function PagesPage() {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const { data } = useEndpointQuery('GET backoffice/pages')
  return (
    <>
      <Title title={translate('resources.pages.name', { smart_count: 2 })} />
      <Typography color="text.secondary" sx={{ my: 2, maxWidth: 720 }}>
        {translate('site.pages_why')}
      </Typography>
      <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('site.page')}</TableCell>
              {LOCALES.map((locale) => (
                <TableCell key={locale}>{nameOf(locale)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {PAGES.map((name) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row" sx={{ minWidth: 150 }}>
                  {translate(`site.names.${name}`)}
                </TableCell>
                {LOCALES.map((locale) => {
                  const page = data?.list.find((each) => each.name === name && each.locale === locale)
                  const of = `${translate(`site.names.${name}`)}, ${nameOf(locale)}`
                  return (
                    <TableCell key={locale}>
                      {page && (
                        <Link
                          component={RouterLink}
                          to={`/pages/${name}.${locale}/show`}
                          aria-label={`${of}: ${translate(page.own ? 'site.own' : 'site.of_product')}`}
                          title={page.own ? when(page.changed_at) : undefined}
                        >
                          {page.own ? (
                            <Chip size="small" color="primary" clickable label={translate('site.own')} />
                          ) : (
                            translate('site.of_product')
                          )}
                        </Link>
                      )}
                    </TableCell>
                  )
                })}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Paper>
    </>
  )
}
