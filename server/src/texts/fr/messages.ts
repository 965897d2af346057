// French. The words follow glossary.md.
import type { MessageTexts } from '@fairturn/contract/messages'

export default {
  // every call
  error_please_try_again: 'Une erreur s’est produite, veuillez réessayer',
  request_is_malformed: 'La requête n’a pas pu être lue. Vérifiez son format et renvoyez-la.',
  field_is_invalid: 'Veuillez vérifier ce champ',
  id_is_invalid: 'L’identifiant n’est pas valide',
  cursor_is_invalid: 'La position dans la liste n’est pas valide. Reprenez depuis le début.',
  language_is_unknown: 'Cette langue n’est pas proposée',
  amount_is_invalid: 'Saisissez un montant comme 1234.50',
  too_many_ids: 'Trop d’éléments à la fois',
  route_is_unknown: 'Page introuvable',
  method_is_not_allowed: 'Cette méthode n’est pas autorisée ici',
  body_is_too_large: 'Le contenu est trop volumineux pour être envoyé',
  media_type_is_not_supported: 'Envoyez la requête au format JSON',
  too_many_requests: 'Trop de requêtes. Veuillez patienter un instant.',
  service_is_busy: 'Le service est très sollicité. Veuillez réessayer dans un instant.',
  idempotency_key_is_required: 'Joignez un Idempotency-Key à cette requête',
  idempotency_key_is_invalid:
    'L’Idempotency-Key doit compter de 8 à 100 lettres, chiffres, tirets (-) ou traits bas (_)',
  idempotency_key_was_used: 'Cet Idempotency-Key a déjà servi à une autre requête',
  // sessions
  token_is_expired: 'Token is Expired',
  token_is_invalid: 'Veuillez vous connecter',
  session_has_ended: 'Cette session est terminée. Veuillez vous reconnecter.',
  refresh_token_is_invalid: 'Cette session est terminée. Veuillez vous reconnecter.',
  not_your_account: 'Cet élément appartient à un autre compte',
  // members
  username_is_required: 'Saisissez un nom d’utilisateur',
  username_is_invalid:
    'Le nom d’utilisateur se compose de lettres, chiffres, espaces, points et tirets, avec au moins une lettre',
  username_has_wrong_length: 'Le nom d’utilisateur doit compter de 3 à 30 caractères',
  password_is_required: 'Saisissez un mot de passe',
  password_must_have_at_least_8_characters: 'Le mot de passe doit compter au moins 8 caractères',
  password_is_too_long: 'Le mot de passe doit compter au plus 256 caractères',
  password_is_too_common:
    'Ce mot de passe est facile à deviner : il est trop courant, ou trop proche de votre nom ou de votre numéro de téléphone ; choisissez-en un autre',
  passwords_do_not_match: 'Les mots de passe ne correspondent pas',
  current_password_is_incorrect: 'Le mot de passe actuel est incorrect',
  phone_is_required: 'Saisissez un numéro de téléphone',
  phone_is_invalid: 'Saisissez le numéro de téléphone avec l’indicatif du pays, comme +84 912 345 678',
  code_is_required: 'Saisissez un code d’invitation',
  terms_must_be_agreed: 'Veuillez accepter les conditions',
  username_or_phone_number_already_exists: 'Ce nom d’utilisateur ou ce numéro de téléphone est déjà utilisé',
  the_introduction_code_is_not_correct: 'Le code d’invitation est incorrect',
  username_or_password_is_incorrect: 'Nom d’utilisateur ou mot de passe incorrect',
  too_many_attempts: 'Trop de tentatives. Veuillez patienter quelques minutes.',
  a_new_password_is_needed:
    'Votre compte n’est plus verrouillé ; choisissez un nouveau mot de passe avant de vous connecter',
  your_account_has_been_locked: 'Votre compte a été verrouillé',
  password_changed_successfully: 'Mot de passe modifié. Les autres sessions ont été déconnectées.',
  // security
  one_time_code_is_required:
    'Saisissez le code de votre application d’authentification ou un code de secours',
  one_time_code_is_incorrect: 'Ce code est incorrect ou a déjà servi. Attendez le suivant.',
  one_time_codes_are_already_on: 'Les codes à usage unique sont déjà activés',
  one_time_codes_are_not_on: 'Les codes à usage unique ne sont pas activés',
  one_time_codes_turned_on: 'Codes à usage unique activés. Un code vous sera demandé à la connexion.',
  one_time_codes_turned_off: 'Codes à usage unique désactivés',
  confirmation_is_required: 'Confirmez avec votre mot de passe ou une clé d’accès',
  passkeys_are_not_available: 'Les clés d’accès ne sont pas disponibles sur ce site',
  passkey_request_has_expired: 'Le délai est dépassé. Veuillez réessayer.',
  passkey_was_not_accepted:
    'Cette clé d’accès n’a pas été acceptée. Utilisez-en une autre ou votre mot de passe.',
  passkey_is_unknown: 'Cette clé d’accès n’existe pas',
  too_many_passkeys: 'Vous avez déjà 20 clés d’accès. Supprimez-en une que vous n’utilisez plus.',
  passkey_added_successfully: 'Clé d’accès ajoutée',
  passkey_removed_successfully: 'Clé d’accès supprimée. Supprimez-la aussi de votre appareil.',
  name_is_required: 'Saisissez un nom',
  name_is_too_long: 'Un nom doit compter au plus 60 caractères',
  recovery_code_is_required: 'Saisissez un code de secours',
  username_or_recovery_code_is_incorrect: 'Nom d’utilisateur ou code de secours incorrect',
  link_is_not_valid: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  email_is_invalid: 'Saisissez une adresse e-mail comme nom@example.com',
  mail_is_not_available: 'L’e-mail n’est pas disponible sur ce site',
  password_set_successfully: 'Mot de passe modifié. Connectez-vous avec le nouveau mot de passe.',
  recovery_mail_is_on_its_way: 'Si ce compte a une adresse e-mail confirmée, nous y avons envoyé un lien',
  confirmation_mail_is_on_its_way: 'Nous avons envoyé un lien à cette adresse. Ouvrez-le dans les 24 heures.',
  email_confirmed_successfully: 'Adresse e-mail confirmée',
  email_removed_successfully: 'Adresse e-mail supprimée',
  phone_changed_successfully: 'Numéro de téléphone modifié',
  profile_photo_updated_successfully: 'Photo de profil mise à jour',
  file_is_required: 'Choisissez une image',
  file_is_not_an_image: 'Ce format d’image n’est pas pris en charge. Utilisez JPEG, PNG, WebP ou AVIF.',
  file_is_too_large: 'L’image ne doit pas dépasser 8 Mo',
  // levels
  insufficient_balance_to_upgrade: 'Solde insuffisant pour passer à ce niveau',
  you_cannot_upgrade_to_a_level_lower_than_your_current_level:
    'Vous ne pouvez pas passer à un niveau inférieur à votre niveau actuel',
  the_level_has_changed: 'Les conditions de ce niveau viennent de changer. Vérifiez-les avant de confirmer.',
  level_is_unknown: 'Ce niveau n’existe pas',
  level_update_successful: 'Changement de niveau effectué',
  there_is_no_level_to_give_back: 'Vous n’avez aucun niveau payant à résilier',
  level_given_back_successfully: 'Niveau résilié. Le remboursement est sur votre solde disponible.',
  // orders
  you_have_completed_your_order_today: 'Vous avez utilisé tous vos tours du jour',
  an_order_is_waiting_to_be_started: 'Vous avez une mission en attente : lancez-la ou rendez-la d’abord',
  no_order_is_available: 'Aucune mission financée n’est disponible pour l’instant. Réessayez plus tard.',
  no_other_order_is_available: 'Il n’y a pas d’autre mission pour l’instant. Celle-ci vous reste réservée.',
  offer_is_no_longer_available:
    'Cette proposition n’est plus disponible. Demandez-en une autre, cela ne coûte aucun tour.',
  order_is_unknown: 'Cette mission n’existe pas',
  award_is_unknown: 'Cette récompense ne figure pas sur la liste publique',
  order_cannot_be_started: 'Cette mission ne peut plus être lancée',
  order_cannot_be_returned: 'Seule une mission qui n’a pas été lancée peut être rendue',
  order_cannot_be_claimed: 'Cette mission ne peut pas encore être encaissée',
  order_is_not_over: 'Vous pourrez contester une fois les visites de la mission comptées',
  objection_comes_too_late:
    'Il est trop tard pour contester : c’est possible dans les 72 heures qui suivent la fin, et avant d’encaisser la récompense',
  there_is_nothing_to_object_to: 'Cette mission n’a aucune visite refusée que vous puissiez contester',
  order_was_objected_to: 'Vous avez déjà contesté cette mission',
  objection_made_successfully: 'Contestation envoyée. Elle sera tranchée sous 72 heures.',
  order_taken_successfully: 'Mission acceptée',
  order_started_successfully: 'Mission en diffusion',
  order_returned_successfully: 'Mission rendue. Vous récupérez votre tour.',
  reward_claimed_successfully: 'Récompense encaissée',
  // payments
  field_is_required: 'Veuillez remplir ce champ',
  added_address_information_successfully: 'L’adresse a bien été enregistrée',
  country_is_unknown: 'Choisissez un pays dans la liste',
  added_bank_information_successfully: 'Les coordonnées bancaires ont bien été enregistrées',
  the_bank_does_not_exist: 'Cette banque n’existe pas',
  iban_is_invalid: 'Cet IBAN est incorrect ; veuillez le vérifier',
  account_number_is_invalid: 'Un numéro de compte doit compter de 4 à 34 lettres et chiffres',
  holder_is_invalid: 'Saisissez le nom du titulaire tel qu’enregistré à la banque',
  holder_must_be_in_latin_letters:
    'Saisissez le nom du titulaire en lettres latines, tel qu’enregistré à la banque, par exemple MARIE DUPONT',
  deposit_method_is_not_available: 'Ce mode de dépôt n’est pas disponible',
  deposit_announced_successfully: 'Dépôt créé. Faites le virement en indiquant la référence.',
  there_is_no_proof_yet: 'Aucune preuve n’est encore disponible ; la première sera établie dans l’heure',
  proof_is_unknown: 'Cette preuve n’existe pas',
  proof_is_too_old: 'Cette preuve ne peut plus être ouverte ; sa déclaration signée reste disponible',
  statement_period_is_too_long:
    'Cette période est trop longue pour un seul document ; choisissez 24 mois au plus',
  deposit_is_unknown: 'Ce dépôt n’existe pas',
  card_amount_is_out_of_range: 'Par carte, le montant doit être compris entre 1,00 et 999 999,99',
  card_payment_is_not_available_now:
    'Le paiement par carte n’est pas disponible pour l’instant. Rien n’a été débité. Veuillez réessayer dans un instant.',
  card_payment_was_declined: 'Le paiement par carte n’a pas abouti ; rien n’a été débité',
  your_account_has_not_reached_the_minimum_balance: 'Votre compte n’a pas atteint le solde minimum',
  please_add_address_before: 'Veuillez d’abord ajouter une adresse',
  withdrawals_wait_after_a_change_of_bank:
    'Les retraits sont suspendus 24 heures après un changement de coordonnées bancaires',
  withdrawals_wait_for_a_security_check:
    'Les retraits sont suspendus le temps de vérifier votre identité, 72 heures au plus',
  this_is_paused_while_the_ledger_is_checked:
    'Cette opération est suspendue pendant l’examen d’un écart trouvé par la vérification du grand livre. Votre argent est en sécurité et vous n’avez rien à faire. La page de transparence indiquera quand elle reprend.',
  withdrawal_exceeds_the_available_balance: 'Ce montant dépasse le solde disponible',
  successfully_created_withdrawal_order: 'La demande de retrait a bien été créée',
  withdrawal_cancelled_successfully: 'Retrait annulé. L’argent est de nouveau disponible.',
  withdrawal_is_unknown: 'Ce retrait n’existe pas',
  withdrawal_cannot_be_cancelled: 'Ce retrait ne peut plus être annulé',
  security_notices_are_always_sent: 'Les notifications de sécurité sont toujours envoyées',
  confirm_an_email_first: 'Confirmez d’abord une adresse e-mail',
  push_subscription_is_not_usable: 'Cet appareil ne peut pas recevoir de notifications push',
  mails_switched_off: 'Vous ne recevrez plus ces e-mails',
  // closing an account
  account_waits_for_a_security_check:
    'Le compte ne peut pas être fermé tant que nous vérifions votre identité, 72 heures au plus',
  account_still_has_money:
    'Il reste de l’argent sur votre compte ; retirez-le d’abord, il n’y a pas de minimum',
  account_has_a_withdrawal_under_way: 'Un retrait est encore en cours ; attendez son arrivée ou annulez-le',
  account_has_a_refundable_level_fee:
    'Des frais de niveau peuvent encore vous être remboursés ; résiliez d’abord le niveau',
  account_has_open_orders:
    'Vous avez encore des missions ouvertes ; terminez-les, encaissez-les ou rendez-les d’abord',
  account_has_open_campaigns: 'Vous avez encore des campagnes en cours ; annulez-les ou attendez leur fin',
  account_closed_successfully: 'Votre compte est fermé et vos données personnelles ont été supprimées',
  // campaigns

  you_have_an_outstanding_order_please_pay_in_advance:
    'Vous avez une campagne impayée, veuillez la payer d’avance',
  your_account_is_insufficient_please_add_more_money:
    'Solde insuffisant. Veuillez approvisionner votre compte.',
  order_payment_successful: 'Campagne payée',
  campaign_is_unknown: 'Cette campagne n’existe pas',
  campaign_cannot_be_paid: 'Cette campagne ne peut plus être payée',
  campaign_cannot_be_paused: 'Seule une campagne active peut être mise en pause',
  campaign_cannot_be_resumed: 'Seule une campagne en pause peut être reprise',
  campaign_cannot_be_ended: 'Cette campagne ne peut plus être terminée de cette manière',
  campaign_cannot_be_changed: 'Seule une campagne impayée peut être modifiée',
  campaign_cannot_be_topped_up:
    'Des visites ne peuvent être ajoutées qu’à une campagne active ou en pause, et avant sa fin',
  campaign_was_paused_by_us:
    'Notre équipe a mis cette campagne en pause. Le motif y est indiqué ; vous pouvez demander un nouvel examen à l’assistance.',
  the_quote_has_changed: 'Le prix a changé ; veuillez le vérifier',
  kind_cannot_be_placed:
    'Seuls les visites, inscriptions, achats et prospects peuvent faire l’objet d’une campagne',
  this_kind_needs_postbacks:
    'Les inscriptions, achats et prospects doivent être confirmés par votre serveur : choisissez les postbacks',
  price_is_too_high: 'Le prix par visite ne peut pas dépasser 1000.00',
  order_visits_exceed_the_campaign: 'Une mission ne peut pas compter plus de visites que la campagne',
  end_is_not_in_the_future: 'Choisissez une date de fin à venir',
  end_is_too_far_away: 'Une campagne peut durer 366 jours au plus',
  creative_is_unknown: 'Envoyez d’abord l’image',
  crop_is_invalid: 'L’image recadrée doit faire au moins 200 pixels de large',
  too_many_countries: 'Choisissez 50 pays au plus, ou aucun pour les inclure tous',
  field_is_too_long: 'Ce texte est trop long',
  field_has_unseen_characters: 'Ce texte contient des caractères invisibles ; veuillez le saisir à nouveau',
  landing_url_is_invalid:
    'Saisissez une URL complète, commençant par https, sans nom d’utilisateur ni mot de passe',
  landing_url_is_not_public: 'Cette adresse n’est pas publique ; les visiteurs ne pourraient pas y accéder',
  landing_port_is_not_allowed:
    'Utilisez une adresse sans numéro de port ; seuls les ports web standard sont autorisés',
  landing_redirect_is_not_public: 'Cette page redirige vers une adresse qui n’est pas publique',
  landing_page_redirects_too_often: 'Cette page redirige trop de fois ; saisissez l’adresse finale',
  landing_page_is_not_reachable: 'Cette page est inaccessible ; vérifiez l’adresse et réessayez',
  landing_page_is_too_slow: 'Cette page met trop de temps à répondre',
  landing_page_answers_with_an_error: 'Cette page renvoie une erreur ; vérifiez-la et réessayez',
  landing_page_is_not_a_page: 'Cette adresse renvoie un fichier, pas une page web',
  landing_page_is_not_encrypted: 'Cette page n’est pas chiffrée ; utilisez https si possible',
  landing_page_leads_elsewhere:
    'Cette page redirige vers un autre site ; notre équipe vérifiera la page finale',
  landing_page_could_not_be_checked:
    'Nous n’avons pas pu ouvrir cette page d’ici ; notre équipe l’ouvrira avant le début de la campagne',
  landing_page_is_not_shown_to_programs:
    'Ce site bloque les contrôles automatiques ; notre équipe l’ouvrira elle-même',
  postback_is_not_authentic: 'Ce postback n’est pas authentique',
  webhook_id_was_used: 'Ce webhook-id a déjà servi pour un autre contenu',
  click_is_unknown: 'Aucune visite de cette campagne n’a ce click_id',
  kind_is_not_the_campaigns: 'Ce n’est pas le type de conversion que la campagne rémunère',
  body_is_not_understood: 'Le corps de la requête n’a pas le bon format',
  campaign_has_no_postbacks: 'Cette campagne n’utilise pas les postbacks',
  confirmation_time_is_settled:
    'Le délai de confirmation ne peut être modifié qu’avant l’activation de la campagne',
  there_are_two_postback_keys: 'Il y a déjà deux clés valables ; révoquez-en d’abord une',
  there_is_no_postback_key: 'Créez d’abord une clé',
  postback_key_is_unknown: 'Cette clé n’existe pas',
  postback_delivery_is_unknown: 'Cet envoi n’existe pas',
  campaign_placed_successfully: 'Campagne enregistrée ; payez-la d’avance pour l’envoyer à l’examen',
  campaign_changed_successfully: 'Campagne modifiée',
  campaign_paused_successfully: 'Campagne en pause ; les missions déjà acceptées continuent',
  campaign_resumed_successfully: 'La campagne est de nouveau active',
  campaign_cancelled_successfully:
    'Campagne annulée ; l’argent non réservé à des missions est de nouveau disponible',
} satisfies MessageTexts
