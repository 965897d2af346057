import type { LinkTexts } from '../links.ts'

export default {
  demo: 'Demo: primeri oglašivača, bez pravog novca',
  sponsored: 'Sponzorisano',
  advertiser: 'Oglašivač: {brand}',
  reward: 'Član koji je podelio ovaj link zarađuje ako nastavite.',
  continue_to: 'Nastavi na {host}',
  privacy: 'Vaša poseta se broji bez čuvanja IP adrese.',
  unknown_title: 'Ovaj link ne radi',
  unknown_text:
    'Proverite da li je adresa kopirana u celosti ili zatražite novi link od osobe koja ga je podelila.',
  ended_title: 'Ovaj link više nije aktivan',
  ended_text: 'Zadatak za ovaj link je završen, pa više ne donosi zaradu.',
  retry_title: 'Samo trenutak',
  retry_text: 'Ova stranica trenutno ne može da se otvori. Pokušajte ponovo za koji trenutak.',
  retry: 'Pokušaj ponovo',
  disclosure: 'Oglas. Zarađujem kada posetite stranicu preko ovog linka.',
} satisfies LinkTexts
