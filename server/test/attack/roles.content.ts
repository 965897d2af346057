// Rows of the role matrix: pages, popups, the banner, broadcasts, settings, levels.
import type { Matrix } from './matrix.ts'

const LEVEL = {
  _id: null,
  name: 'Level 1',
  joining_fee: '0.00',
  bonus_ads: 2,
  max_bonus: null,
  number_ads: 3,
  orders_to_earn: null,
  earn_quality: 80,
}

export const content: Matrix = {
  // broadcasts
  'GET backoffice/broadcasts': { roles: ['content', 'support', 'auditor', 'owner'] },
  'GET backoffice/broadcasts.csv': { roles: ['content', 'support', 'auditor', 'owner'] },
  'GET backoffice/broadcasts/recipients': { roles: ['content', 'support', 'auditor', 'owner'] },
  'GET backoffice/broadcasts/:broadcast_id': { roles: ['content', 'support', 'auditor', 'owner'] },
  'POST backoffice/broadcasts': {
    roles: ['content', 'owner'],
    body: {
      texts: { vn: { title: 'Tin', text: 'Có tin mới.' } },
      path: null,
      audience: { level_id: null, locale: null, active_days: null },
    },
  },
  'POST backoffice/broadcasts/:broadcast_id': {
    roles: ['content', 'owner'],
    body: {
      version: 1,
      texts: { vn: { title: 'Tin', text: 'Có tin mới.' } },
      path: null,
      audience: { level_id: null, locale: null, active_days: null },
    },
  },
  'POST backoffice/broadcasts/:broadcast_id/send': {
    roles: ['content', 'owner'],
    recent: true,
    body: { version: 1, send_at: null, reason: 'We agreed on it.' },
  },
  'POST backoffice/broadcasts/:broadcast_id/trial': {
    roles: ['content', 'owner'],
    body: { version: 1, to: 'operators@fairturn.example' },
  },
  'POST backoffice/broadcasts/:broadcast_id/cancel': { roles: ['content', 'owner'] },

  // settings and levels
  'GET backoffice/settings.csv': { roles: ['content', 'finance', 'auditor', 'owner'] },
  'GET backoffice/settings': { roles: ['content', 'finance', 'auditor', 'owner'] },
  'POST backoffice/settings/:name': {
    roles: ['owner'],
    recent: true,
    params: { name: 'site_title' },
    body: { value: 'Fairturn', reason: 'It is so already.', expected: 0 },
  },
  'GET backoffice/settings/:name/versions': {
    roles: ['content', 'finance', 'auditor', 'owner'],
    params: { name: 'site_title' },
  },
  'POST backoffice/settings/:name/restore': {
    roles: ['owner'],
    recent: true,
    params: { name: 'site_title' },
    body: { number: 1, reason: 'It was better. It is written down.', expected: 0 },
  },
  'GET backoffice/levels.csv': { roles: ['content', 'finance', 'auditor', 'owner'] },
  'GET backoffice/levels': { roles: ['content', 'finance', 'auditor', 'owner'] },
  'POST backoffice/levels/preview': { roles: ['owner'], body: { levels: [LEVEL] } },
  'POST backoffice/levels': {
    roles: ['owner'],
    recent: true,
    body: { levels: [LEVEL], reason: 'One is enough. It is written down.', expected: 0 },
  },
  'GET backoffice/levels/versions': { roles: ['content', 'finance', 'auditor', 'owner'] },
  'POST backoffice/levels/restore': {
    roles: ['owner'],
    recent: true,
    body: { number: 1, reason: 'It was better. It is written down.', expected: 0 },
  },

  // content
  'GET backoffice/pages': { roles: ['content', 'support', 'finance', 'auditor', 'owner'] },
  'GET backoffice/pages/:name/:locale': {
    roles: ['content', 'support', 'finance', 'auditor', 'owner'],
    params: { name: 'company-profile', locale: 'en' },
  },
  'POST backoffice/pages/check': { roles: ['content', 'owner'], body: { html: '<p>x</p>' } },
  'POST backoffice/pages': {
    roles: ['content', 'owner'],
    body: {
      pages: [{ name: 'company-profile', locale: 'en', html: '<p></p>', expected: 0 }],
      reason: 'It says it better.',
    },
  },
  'POST backoffice/pages/:name/:locale': {
    roles: ['content', 'owner'],
    params: { name: 'company-profile', locale: 'en' },
    body: { html: '<p></p>', expected: 0, reason: 'It says more. It is written down.' },
  },
  'GET backoffice/pages/:name/:locale/versions': {
    roles: ['content', 'support', 'finance', 'auditor', 'owner'],
    params: { name: 'company-profile', locale: 'en' },
  },
  'POST backoffice/pages/:name/:locale/restore': {
    roles: ['content', 'owner'],
    params: { name: 'company-profile', locale: 'en' },
    body: { number: 1, expected: 0, reason: 'It was better. It is written down.' },
  },
  'GET backoffice/terms': { roles: ['content', 'support', 'finance', 'auditor', 'owner'] },
  'POST backoffice/terms': {
    roles: ['content', 'owner'],
    body: { in_force_on: '2027-03-01', reason: 'The law has changed since.' },
  },
  'GET backoffice/popups': { roles: ['content', 'support', 'auditor', 'owner'] },
  'POST backoffice/popups/:locale': {
    roles: ['content', 'owner'],
    params: { locale: 'en' },
    body: { is_on: false, image: null, alt: null, expected: 0, reason: 'The offer is over.' },
  },
  'GET backoffice/popups/:locale/versions': {
    roles: ['content', 'support', 'auditor', 'owner'],
    params: { locale: 'en' },
  },
  'POST backoffice/popups/:locale/restore': {
    roles: ['content', 'owner'],
    params: { locale: 'en' },
    body: { number: 1, expected: 0, reason: 'It was better. It is written down.' },
  },
  'GET backoffice/banner': { roles: ['content', 'support', 'auditor', 'owner'] },
  'POST backoffice/banner': {
    roles: ['content', 'owner'],
    body: {
      film: '/media/banner.mp4',
      poster: '/media/banner-poster.webp',
      captions: {},
      expected: 0,
      reason: 'The first one. It is written down.',
    },
  },
  'GET backoffice/banner/versions': { roles: ['content', 'support', 'auditor', 'owner'] },
  'POST backoffice/banner/restore': {
    roles: ['content', 'owner'],
    body: { number: 1, expected: 0, reason: 'It was better. It is written down.' },
  },
  'POST backoffice/files': { roles: ['content', 'owner'], query: { kind: 'popup' } },
}
