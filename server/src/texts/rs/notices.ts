import type { NoticeTexts } from '../notices.ts'

export default {
  notice_welcome_title: 'Dobro došli',
  notice_welcome_text: 'Drago nam je što ste tu. Dodirnite okruglo dugme da dobijete prvi zadatak.',
  notice_order_success_title: 'Zadatak je uspešan',
  notice_order_success_text: '{brand}: možete da naplatite {award}.',
  notice_order_expired_title: 'Zadatak je istekao',
  notice_order_expired_text: '{brand}: rok je prošao bez potvrđene posete. To vas ništa nije koštalo.',
  notice_order_review_title: 'Zadatak je na proveri',
  notice_order_review_text:
    '{brand}: neke posete izgledaju neuobičajeno i proveravaju se. Ako se ne javimo u roku od 72 sata, zarada se isplaćuje automatski.',
  notice_order_review_refused_title: 'Neke posete su odbijene',
  notice_order_review_refused_text:
    '{brand}: {reason} Prigovor možete uložiti na stranici zadatka. Odlučiće druga osoba iz osoblja.',
  notice_objection_upheld_title: 'Vaš prigovor je usvojen',
  notice_objection_upheld_text: '{brand}: dodato je {added} za posete koje su bile odbijene.',
  notice_objection_refused_title: 'Vaš prigovor nije usvojen',
  notice_objection_refused_text: '{brand}: posete ostaju odbijene. Razlog: {reason}',
  notice_award_title: 'Zarada je naplaćena',
  notice_award_text: '{brand}: {award} je na vašem računu.',
  notice_level_bought_title: 'Sada imate {level}',
  notice_level_bought_text: 'Platili ste {fee}. Pun povraćaj možete dobiti do {until}.',
  notice_award_automatic_title: 'Zarada je automatski isplaćena',
  notice_award_automatic_text: '{brand}: {award} nije naplaćeno 30 dana, pa je uplaćeno na vaš račun.',
  notice_level_earned_title: 'Stekli ste {level}',
  notice_level_earned_text: 'Vaši potvrđeni zadaci doneli su vam ovaj nivo besplatno.',
  notice_level_gives_less_title: '{level} od sada ima manje pogodnosti',
  notice_level_gives_less_text:
    'Za zadatke i kampanje koji su već počeli uslovi ostaju isti. Nivo možete otkazati u svakom trenutku i dobiti nazad naknadu umanjenu za primljene pogodnosti.',
  notice_level_refunded_title: 'Odustanak od ugovora je potvrđen',
  notice_level_refunded_text:
    'Odustali ste od ugovora za {level}, {at}. {refunded} je na vašem računu. Oznaka: {reference}.',
  notice_level_fee_returned_title: 'Povraćaj naknade za nivo',
  notice_level_fee_returned_text: 'Od naknade za {level} na vaš račun je vraćeno {refunded}.',
  notice_password_changed_title: 'Lozinka je promenjena',
  notice_password_changed_text:
    'Sve ostale sesije su odjavljene. Ako to niste bili vi, odmah se obratite podršci.',
  notice_session_reused_title: 'Jedna sesija je odjavljena',
  notice_session_reused_text:
    'Njen ključ za prijavu upotrebljen je dva puta, pa ga je možda neko kopirao. Prijavite se ponovo. Ako niste sigurni, promenite lozinku.',
  notice_one_time_codes_on_title: 'Jednokratni kodovi su uključeni',
  notice_one_time_codes_on_text:
    'Od sada pri prijavi lozinkom unosite i kod. Ako to niste bili vi, odmah se obratite podršci.',
  notice_one_time_codes_off_title: 'Jednokratni kodovi su isključeni',
  notice_one_time_codes_off_text:
    'Za prijavu je sada dovoljna samo lozinka. Ako to niste bili vi, odmah se obratite podršci.',
  notice_recovery_codes_made_title: 'Novi kodovi za oporavak',
  notice_recovery_codes_made_text:
    'Raniji kodovi više ne važe. Ako to niste bili vi, odmah se obratite podršci.',
  notice_recovery_code_used_title: 'Upotrebljen je kod za oporavak',
  notice_recovery_code_used_text:
    'Preostalo kodova: {left}. Ako to niste bili vi, odmah se obratite podršci.',
  notice_passkey_added_title: 'Dodat je pristupni ključ',
  notice_passkey_added_text:
    'Od sada se možete prijaviti pomoću ključa {name}. Ako to niste bili vi, odmah se obratite podršci.',
  notice_passkey_removed_title: 'Uklonjen je pristupni ključ',
  notice_passkey_removed_text:
    'Ključ {name} više ne može da se koristi za prijavu. Ako to niste bili vi, odmah se obratite podršci.',
  notice_email_changed_title: 'E-pošta je potvrđena',
  notice_email_changed_text: 'Vaša e-pošta je sada {email}. Ako to niste bili vi, odmah se obratite podršci.',
  notice_email_removed_title: 'E-pošta je uklonjena',
  notice_email_removed_text:
    'Lozinku više ne možete da resetujete e-poštom. Ako to niste bili vi, odmah se obratite podršci.',
  notice_phone_changed_title: 'Broj telefona je promenjen',
  notice_phone_changed_text:
    'Vaš broj telefona je sada {phone}. Ako to niste bili vi, odmah se obratite podršci.',
  notice_locked_for_conduct_title: 'Vaš korisnički nalog je zaključan',
  notice_locked_for_conduct_text:
    'Razlog: {reason} I dalje možete da se prijavite, sve pregledate i isplatite svoj novac. Za prigovor se obratite podršci.',
  notice_locked_for_security_title: 'Vaš korisnički nalog je zaključan radi vaše bezbednosti',
  notice_locked_for_security_text:
    'Razlog: {reason} Odjavljeni ste sa svih uređaja, niko ne može da se prijavi i isplate su na čekanju. Nedavne izmene su poništene. Da biste ponovo dobili pristup, postavite novu lozinku kodom za oporavak ili linkom koji šaljemo e-poštom, ili se obratite podršci.',
  notice_security_lock_ended_title: 'Vaš nalog više nije zaključan',
  notice_security_lock_ended_text:
    'Račun za isplatu je onaj od pre zaključavanja; isplate su na čekanju još 24 sata. Pre prijave postavite novu lozinku, a zatim napravite nove kodove za oporavak i pristupne ključeve.',
  notice_security_lock_confirmed_title: 'Vaš nalog ostaje zaključan',
  notice_security_lock_confirmed_text:
    'Druga osoba iz osoblja je potvrdila zaključavanje do {until}. Da biste ponovo dobili pristup, obratite se podršci.',
  notice_bank_put_back_title: 'Račun za isplatu je vraćen na prethodni',
  notice_bank_put_back_text: 'Isplate ponovo idu na {account}, kao pre zaključavanja.',
  notice_bank_removed_title: 'Račun za isplatu je uklonjen',
  notice_bank_removed_text:
    'Pre zaključavanja nije bilo računa za isplatu. Dodajte ga ponovo kada se prijavite.',
  notice_unlocked_title: 'Vaš korisnički nalog je otključan',
  notice_unlocked_text: 'Ponovo možete da koristite sve.',
  notice_campaign_finished_title: 'Kampanja je završena',
  notice_campaign_finished_text: '{brand}: nepotrošeni iznos od {refunded} vraćen je na vaš račun.',
  notice_campaign_rejected_title: 'Kampanja je odbijena',
  notice_campaign_rejected_text: '{brand}: {reason} Na vaš račun je vraćeno {refunded}.',
  notice_campaign_approved_title: 'Kampanja je odobrena',
  notice_campaign_approved_text: '{brand}: članovi sada mogu da preuzimaju zadatke.',
  notice_campaign_paused_title: 'Pauzirali smo kampanju',
  notice_campaign_paused_text:
    '{brand}: {reason} Vaš novac ostaje na namenskom računu i možete otkazati u svakom trenutku.',
  notice_campaign_resumed_title: 'Kampanja je ponovo aktivna',
  notice_campaign_resumed_text: '{brand}: ponovo smo je proverili i aktivna je.',
  notice_campaign_taken_down_title: 'Kampanja je uklonjena',
  notice_campaign_taken_down_text:
    '{brand}: {reason} Iznos koji već preuzeti zadaci ne zarade vraća se na vaš račun.',
  notice_campaign_pause_lifted_title: 'Naša pauza je ukinuta',
  notice_campaign_pause_lifted_text:
    '{brand}: ukinuli smo svoju pauzu. I vi ste pauzirali kampanju, pa počinje ponovo kada je nastavite.',
  notice_campaign_cancelled_title: 'Kampanja je otkazana',
  notice_campaign_cancelled_text:
    '{brand}: poslednji zadatak je završen. Na vaš račun je ukupno vraćeno {refunded}.',
  notice_deposit_credited_title: 'Uplata je stigla',
  notice_deposit_credited_text: '{amount} je na vašem računu. Poziv na broj: {reference}.',
  notice_deposit_expired_title: 'Uplata je istekla',
  notice_deposit_expired_text:
    'Prenos sa pozivom na broj {reference} nije stigao. Ako ste ga poslali, biće ipak uknjižen.',
  notice_deposit_refused_title: 'Uplata je odbijena',
  notice_deposit_refused_text: 'Uplata {reference} je odbijena. Razlog: {reason}',
  notice_withdrawal_requested_title: 'Isplata je zatražena',
  notice_withdrawal_requested_text:
    '{amount} na {account}. Ako to niste bili vi, otkažite isplatu i odmah promenite lozinku.',
  notice_withdrawal_approved_title: 'Isplata je odobrena',
  notice_withdrawal_approved_text: '{amount} će biti poslato na {account}.',
  notice_withdrawal_sent_title: 'Isplata je poslata',
  notice_withdrawal_sent_text: '{amount} je poslato na {account}. Poziv na broj: {reference}.',
  notice_withdrawal_paid_title: 'Isplata je izvršena',
  notice_withdrawal_paid_text: '{amount} je stiglo na {account}.',
  notice_withdrawal_returned_title: 'Isplata je vraćena',
  notice_withdrawal_returned_text: 'Banka je vratila {amount}. Razlog: {reason} Novac je ponovo raspoloživ.',
  notice_withdrawal_refused_title: 'Isplata je odbijena',
  notice_withdrawal_refused_text: '{amount} nije poslato. Razlog: {reason} Novac je ponovo raspoloživ.',
  notice_bank_added_title: 'Podaci o banci su sačuvani',
  notice_bank_added_text: 'Isplate sada idu na {account}. Ako to niste bili vi, odmah se obratite podršci.',
  notice_bank_changed_title: 'Podaci o banci su promenjeni',
  notice_bank_changed_text:
    'Isplate sada idu na {account} i na čekanju su do {until}. Ako to niste bili vi, odmah se obratite podršci.',
  notice_broadcast_title: '{title}',
  notice_broadcast_text: '{text}',
  mail_password_subject: 'Postavite novu lozinku za {site}',
  mail_password_text:
    'Zdravo {username},\n\nOtvorite ovaj link u roku od 30 minuta da postavite novu lozinku:\n{link}\n\nAko to niste tražili, zanemarite ovu poruku. Vaša lozinka ostaje ista.',
  mail_address_left_subject: 'Vaša e-pošta za {site} je uklonjena',
  mail_address_left_text:
    'Zdravo {username},\n\nOva adresa više nije povezana sa vašim nalogom i još nedelju dana prima samo bezbednosne poruke.\n\nAko to niste bili vi, možda neko drugi ima pristup vašem nalogu: odmah promenite lozinku, odjavite sve druge sesije i obratite se podršci.\n{link}',
  mail_email_subject: 'Potvrdite e-poštu za {site}',
  mail_email_text:
    'Zdravo {username},\n\nOtvorite ovaj link u roku od 24 sata da potvrdite ovu adresu za svoj nalog:\n{link}\n\nAko to niste tražili, zanemarite ovu poruku.',
  level_number: 'Nivo {number}',
  push_text: 'Otvorite {site} da pročitate.',
  mail_notice_text:
    'Zdravo {username},\n\n{text}\n\n{link}\n\n—\nOvu poruku dobijate jer ste uključili obaveštenja e-poštom. Ovde ih isključujete:\n{settings}',
  mail_security_text:
    'Zdravo {username},\n\n{text}\n\n{link}\n\nAko to niste bili vi, odmah promenite lozinku i odjavite sve druge sesije.\n\n—\nPoruke o bezbednosti naloga se uvek šalju.',
} satisfies NoticeTexts
