import type { FactType } from '@customer-intel/contract'
import type { Language } from './names.ts'

/** Something that customers talk about. `{company}`, `{name}`, `{n}` and `{month}` are filled in. */
export interface Topic {
  /** What it lets one know; its evidence is the telling sentence. */
  fact: { type: FactType; assertion: string }
  titles: Record<Language, string>
  /** The telling sentence. */
  telling: Record<Language, string>
  /** What else is said. */
  more: Record<Language, readonly string[]>
}

export const topics = {
  onboarding: {
    fact: { type: 'TIMELINE', assertion: '{company} wants its whole team set up by {month}.' },
    titles: { en: 'Getting started', de: 'Einführung', fr: 'Prise en main', es: 'Primeros pasos' },
    telling: {
      en: 'We want the whole team set up by {month}.',
      de: 'Bis {month} soll das ganze Team eingerichtet sein.',
      fr: 'Nous voulons que toute l’équipe soit prête en {month}.',
      es: 'Queremos que todo el equipo esté listo en {month}.',
    },
    more: {
      en: [
        'Could you walk the new colleagues through the dashboards?',
        'The import of our old spreadsheets went better than expected.',
        '{n} people have signed up so far.',
        'We still miss a short guide for people who only read reports.',
      ],
      de: [
        'Können Sie den neuen Kollegen die Übersichten zeigen?',
        'Der Import der alten Tabellen lief besser als gedacht.',
      ],
      fr: [
        'Pourriez-vous montrer les tableaux de bord aux nouveaux collègues ?',
        'L’import de nos anciens fichiers s’est bien passé.',
      ],
      es: [
        '¿Podrían enseñar los paneles a los nuevos compañeros?',
        'La importación de nuestras hojas antiguas fue bien.',
      ],
    },
  },
  exports: {
    fact: { type: 'REQUIREMENTS', assertion: '{company} needs reliable exports for its month-end close.' },
    titles: {
      en: 'Exports time out',
      de: 'Export bricht ab',
      fr: 'L’export échoue',
      es: 'Falla la exportación',
    },
    telling: {
      en: 'Without a reliable export we can’t close the month.',
      de: 'Ohne einen zuverlässigen Export können wir den Monat nicht abschließen.',
      fr: 'Sans un export fiable, nous ne pouvons pas clôturer le mois.',
      es: 'Sin una exportación fiable no podemos cerrar el mes.',
    },
    more: {
      en: [
        'The spreadsheet export stops after about {n} thousand rows.',
        'It worked last week, and nothing has changed on our side.',
        'Finance copies the numbers by hand for now.',
        'A smaller date range goes through.',
      ],
      de: [
        'Nach etwa {n} Tausend Zeilen bricht der Export ab.',
        'Die Buchhaltung überträgt die Zahlen zurzeit von Hand.',
      ],
      fr: [
        'L’export s’arrête après environ {n} mille lignes.',
        'La comptabilité recopie les chiffres à la main.',
      ],
      es: [
        'La exportación se detiene tras unas {n} mil filas.',
        'Contabilidad copia los números a mano por ahora.',
      ],
    },
  },
  slow: {
    fact: { type: 'SENTIMENT', assertion: '{company} is unhappy with how long dashboards take to load.' },
    titles: {
      en: 'Dashboards are slow',
      de: 'Übersichten laden langsam',
      fr: 'Tableaux de bord lents',
      es: 'Los paneles van lentos',
    },
    telling: {
      en: 'Honestly, people are annoyed: the dashboards take far too long to load.',
      de: 'Ehrlich gesagt sind die Leute verärgert: Die Übersichten laden viel zu langsam.',
      fr: 'Franchement, tout le monde s’agace : les tableaux de bord sont beaucoup trop lents.',
      es: 'La verdad es que la gente está molesta: los paneles tardan demasiado en cargar.',
    },
    more: {
      en: [
        'On Monday mornings it is worst.',
        'The cost report took {n} seconds today.',
        'Filtering by site makes it a little better.',
      ],
      de: ['Montags früh ist es am schlimmsten.', 'Der Kostenbericht brauchte heute {n} Sekunden.'],
      fr: ['Le lundi matin, c’est pire.', 'Le rapport des coûts a pris {n} secondes aujourd’hui.'],
      es: ['Los lunes por la mañana es peor.', 'El informe de costes tardó {n} segundos hoy.'],
    },
  },
  praise: {
    fact: { type: 'SENTIMENT', assertion: '{company} is happy with the weekly report.' },
    titles: { en: 'Thank you', de: 'Vielen Dank', fr: 'Merci', es: 'Gracias' },
    telling: {
      en: 'The weekly report has become the first thing we open on Mondays.',
      de: 'Der Wochenbericht ist montags das Erste, was wir öffnen.',
      fr: 'Le rapport hebdomadaire est la première chose que nous ouvrons le lundi.',
      es: 'El informe semanal es lo primero que abrimos los lunes.',
    },
    more: {
      en: [
        'It saves us about {n} hours a month.',
        'Our director asked for a copy, which never happened before.',
        'Please pass our thanks on to support.',
      ],
      de: ['Das spart uns etwa {n} Stunden im Monat.', 'Bitte richten Sie dem Support unseren Dank aus.'],
      fr: ['Cela nous fait gagner environ {n} heures par mois.', 'Merci de transmettre au support.'],
      es: ['Nos ahorra unas {n} horas al mes.', 'Den las gracias al equipo de soporte.'],
    },
  },
  integration: {
    fact: { type: 'TECHNOLOGY', assertion: '{company} wants its warehouse system connected.' },
    titles: {
      en: 'Connecting our warehouse system',
      de: 'Anbindung der Lagersoftware',
      fr: 'Connexion au logiciel d’entrepôt',
      es: 'Conectar el sistema de almacén',
    },
    telling: {
      en: 'We need the warehouse system connected, or the stock numbers stay a day behind.',
      de: 'Wir brauchen die Anbindung der Lagersoftware, sonst sind die Bestände einen Tag alt.',
      fr: 'Il nous faut la connexion au logiciel d’entrepôt, sinon les stocks ont un jour de retard.',
      es: 'Necesitamos conectar el sistema de almacén; si no, las existencias van con un día de retraso.',
    },
    more: {
      en: [
        'Is there an API for that?',
        'Our IT could build it, with a bit of help.',
        'It holds about {n} thousand articles.',
        'A nightly file would be a start.',
      ],
      de: ['Gibt es dafür eine Schnittstelle?', 'Eine Datei pro Nacht wäre ein Anfang.'],
      fr: ['Existe-t-il une API pour cela ?', 'Un fichier par nuit serait un début.'],
      es: ['¿Hay una API para eso?', 'Un fichero cada noche sería un comienzo.'],
    },
  },
  security: {
    fact: {
      type: 'REQUIREMENTS',
      assertion: '{company} requires single sign-on before it rolls out further.',
    },
    titles: {
      en: 'Single sign-on and security review',
      de: 'Single Sign-on und Sicherheitsprüfung',
      fr: 'Authentification unique et audit',
      es: 'Inicio de sesión único y auditoría',
    },
    telling: {
      en: 'Our security team won’t let us go further without single sign-on.',
      de: 'Ohne Single Sign-on lässt uns die IT-Sicherheit nicht weitermachen.',
      fr: 'La sécurité ne nous laissera pas aller plus loin sans authentification unique.',
      es: 'Seguridad no nos deja seguir sin un inicio de sesión único.',
    },
    more: {
      en: [
        'They sent a questionnaire with {n} questions.',
        'Where is our data stored, and for how long?',
        'Two-factor login is on for all administrators.',
      ],
      de: ['Es gibt einen Fragebogen mit {n} Fragen.', 'Wo liegen unsere Daten, und wie lange?'],
      fr: ['Ils ont envoyé un questionnaire de {n} questions.', 'Où sont stockées nos données ?'],
      es: ['Enviaron un cuestionario de {n} preguntas.', '¿Dónde se guardan nuestros datos?'],
    },
  },
  expansion: {
    fact: { type: 'EXPANSION', assertion: '{company} plans to add {n} seats in {month}.' },
    titles: { en: 'More seats', de: 'Weitere Zugänge', fr: 'Plus de licences', es: 'Más licencias' },
    telling: {
      en: 'We would like to add {n} seats in {month}.',
      de: 'Im {month} möchten wir {n} weitere Zugänge hinzunehmen.',
      fr: 'Nous aimerions ajouter {n} licences en {month}.',
      es: 'Nos gustaría añadir {n} licencias en {month}.',
    },
    more: {
      en: [
        'The second site is joining.',
        'What would the larger plan cost a year?',
        'Our planners ask for it every week.',
        'Could we start before the contract is signed?',
      ],
      de: ['Der zweite Standort kommt dazu.', 'Was kostet der größere Tarif im Jahr?'],
      fr: ['Le deuxième site nous rejoint.', 'Combien coûte la formule supérieure par an ?'],
      es: ['Se suma la segunda sede.', '¿Cuánto cuesta el plan superior al año?'],
    },
  },
  renewal: {
    fact: { type: 'DECISION_MAKER', assertion: 'At {company} the finance director decides on the renewal.' },
    titles: { en: 'Renewal', de: 'Verlängerung', fr: 'Renouvellement', es: 'Renovación' },
    telling: {
      en: 'The renewal has to go past our finance director.',
      de: 'Die Verlängerung muss über unsere kaufmännische Leitung.',
      fr: 'Le renouvellement doit passer par notre direction financière.',
      es: 'La renovación tiene que pasar por nuestra dirección financiera.',
    },
    more: {
      en: [
        'The contract ends in {month}.',
        'Two years would be fine at the right price.',
        'Please send the offer by e-mail.',
        'I will ask for a decision next week.',
      ],
      de: ['Der Vertrag endet im {month}.', 'Bitte schicken Sie das Angebot per E-Mail.'],
      fr: ['Le contrat se termine en {month}.', 'Merci d’envoyer l’offre par e-mail.'],
      es: ['El contrato termina en {month}.', 'Envíen la oferta por correo, por favor.'],
    },
  },
  budget: {
    fact: { type: 'BUDGET', assertion: '{company} has to cut its software spending by {n} percent.' },
    titles: {
      en: 'Budget for next year',
      de: 'Budget für nächstes Jahr',
      fr: 'Budget de l’an prochain',
      es: 'Presupuesto del próximo año',
    },
    telling: {
      en: 'We have been told to cut software spending by {n} percent.',
      de: 'Wir sollen die Softwarekosten um {n} Prozent senken.',
      fr: 'On nous demande de réduire les dépenses logicielles de {n} pour cent.',
      es: 'Nos piden recortar el gasto en software un {n} por ciento.',
    },
    more: {
      en: [
        'Everything is looked at, yours included.',
        'Is there a smaller plan?',
        'It has nothing to do with the product.',
      ],
      de: ['Alles kommt auf den Prüfstand.', 'Gibt es einen kleineren Tarif?'],
      fr: ['Tout est passé en revue.', 'Existe-t-il une formule plus petite ?'],
      es: ['Se revisa todo.', '¿Hay un plan más pequeño?'],
    },
  },
  competitor: {
    fact: { type: 'COMPETITIVE', assertion: '{company} is evaluating another tool.' },
    titles: {
      en: 'Looking at alternatives',
      de: 'Blick auf Alternativen',
      fr: 'Comparaison d’outils',
      es: 'Comparando alternativas',
    },
    telling: {
      en: 'I should be open with you: we are trying another tool next to yours.',
      de: 'Ich will offen sein: Wir testen gerade ein anderes Werkzeug neben Ihrem.',
      fr: 'Je préfère être franc : nous testons un autre outil en parallèle.',
      es: 'Quiero ser sincero: estamos probando otra herramienta en paralelo.',
    },
    more: {
      en: [
        'It exports faster, but its reports are plain.',
        'A decision falls in {month}.',
        'Headquarters has a group contract with them.',
      ],
      de: ['Es exportiert schneller, aber die Berichte sind schlicht.', 'Entschieden wird im {month}.'],
      fr: ['Il exporte plus vite, mais les rapports sont pauvres.', 'La décision tombera en {month}.'],
      es: ['Exporta más rápido, pero los informes son pobres.', 'La decisión se toma en {month}.'],
    },
  },
  championLeaves: {
    fact: { type: 'CHAMPION_RISK', assertion: '{name}, who brought the product to {company}, is leaving.' },
    titles: {
      en: 'A change on our side',
      de: 'Eine Veränderung bei uns',
      fr: 'Un changement chez nous',
      es: 'Un cambio por nuestra parte',
    },
    telling: {
      en: '{name} is leaving us at the end of the month.',
      de: '{name} verlässt uns zum Monatsende.',
      fr: '{name} nous quitte à la fin du mois.',
      es: '{name} nos deja a final de mes.',
    },
    more: {
      en: ['We don’t know yet who takes over the reports.', 'Please keep the account as it is until then.'],
      de: ['Wer die Berichte übernimmt, ist noch offen.'],
      fr: ['Nous ne savons pas encore qui reprendra les rapports.'],
      es: ['Aún no sabemos quién se encargará de los informes.'],
    },
  },
  invoice: {
    fact: {
      type: 'CONTACT_PREFERENCE',
      assertion: '{company} wants invoices sent to its accounts department.',
    },
    titles: {
      en: 'Question about an invoice',
      de: 'Frage zur Rechnung',
      fr: 'Question sur une facture',
      es: 'Duda sobre una factura',
    },
    telling: {
      en: 'Please send invoices to our accounts department from now on.',
      de: 'Bitte senden Sie Rechnungen künftig an unsere Buchhaltung.',
      fr: 'Merci d’envoyer désormais les factures à notre comptabilité.',
      es: 'A partir de ahora envíen las facturas a nuestro departamento de contabilidad.',
    },
    more: {
      en: [
        'The last one lacks our order number {n}.',
        'The reminder crossed our payment.',
        'Which seats does it cover?',
      ],
      de: [
        'Auf der letzten fehlt unsere Bestellnummer {n}.',
        'Die Mahnung hat sich mit der Zahlung überschnitten.',
      ],
      fr: ['Il manque notre numéro de commande {n}.', 'Le rappel s’est croisé avec notre paiement.'],
      es: ['Falta nuestro número de pedido {n}.', 'El aviso se cruzó con nuestro pago.'],
    },
  },
  feature: {
    fact: { type: 'REQUIREMENTS', assertion: '{company} asks for reports that can be approved.' },
    titles: {
      en: 'Idea: approvals',
      de: 'Idee: Freigaben',
      fr: 'Idée : validations',
      es: 'Idea: aprobaciones',
    },
    telling: {
      en: 'It would help us a lot if a report could be approved before it goes out.',
      de: 'Es würde uns sehr helfen, wenn man Berichte vor dem Versand freigeben könnte.',
      fr: 'Pouvoir valider un rapport avant son envoi nous aiderait beaucoup.',
      es: 'Nos ayudaría mucho poder aprobar un informe antes de enviarlo.',
    },
    more: {
      en: [
        '{n} people read ours each week.',
        'A comment is easily overlooked.',
        'We could test an early version.',
      ],
      de: ['Unseren lesen {n} Leute jede Woche.', 'Wir könnten eine frühe Version testen.'],
      fr: ['{n} personnes lisent le nôtre chaque semaine.', 'Nous pourrions tester une première version.'],
      es: ['{n} personas leen el nuestro cada semana.', 'Podríamos probar una primera versión.'],
    },
  },
  reorganisation: {
    fact: { type: 'COMPANY_CHANGE', assertion: '{company} merges its planning teams in {month}.' },
    titles: { en: 'News from us', de: 'Neues von uns', fr: 'Des nouvelles', es: 'Novedades' },
    telling: {
      en: 'Our two planning teams become one in {month}.',
      de: 'Unsere beiden Planungsteams werden im {month} zusammengelegt.',
      fr: 'Nos deux équipes de planification fusionnent en {month}.',
      es: 'Nuestros dos equipos de planificación se unen en {month}.',
    },
    more: {
      en: [
        'Both use your dashboards already.',
        'Roles and rights will have to change.',
        'I will be your contact for both.',
      ],
      de: ['Rollen und Rechte müssen wir anpassen.'],
      fr: ['Il faudra adapter les rôles et les droits.'],
      es: ['Habrá que ajustar los roles y permisos.'],
    },
  },
} satisfies Record<string, Topic>

/** What is said besides, whatever the topic. `{site}` and `{report}` are filled in, too. */
export const asides: Record<Language, readonly string[]> = {
  en: [
    'By the way, {site} goes live next week.',
    'The report “{report}” now goes to {n} people.',
    'Our colleagues in {site} asked the same.',
    'I have put the numbers of “{report}” below.',
    'We met at the fair in {site}, you may remember.',
    'In {site} they still work with paper lists.',
    'Could we use “{report}” as the example?',
    'I am out of office until the {n}th.',
  ],
  de: [
    'Übrigens startet {site} nächste Woche.',
    'Der Bericht „{report}“ geht jetzt an {n} Personen.',
    'Die Kollegen in {site} haben dasselbe gefragt.',
    'In {site} wird noch mit Papierlisten gearbeitet.',
    'Können wir „{report}“ als Beispiel nehmen?',
  ],
  fr: [
    'Au fait, {site} démarre la semaine prochaine.',
    'Le rapport « {report} » part maintenant à {n} personnes.',
    'Nos collègues de {site} ont posé la même question.',
    'À {site}, on travaille encore avec des listes en papier.',
  ],
  es: [
    'Por cierto, {site} arranca la semana que viene.',
    'El informe «{report}» llega ahora a {n} personas.',
    'Los compañeros de {site} preguntaron lo mismo.',
    'En {site} todavía trabajan con listas en papel.',
  ],
}

export const sites = [
  'Ostermoor',
  'Bellhaven',
  'Grünfelde',
  'Port Aulne',
  'Valdora',
  'Kirkmere',
  'Steinbrook',
  'Tarnow Mills',
]

export type TopicName = keyof typeof topics

export const months: Record<Language, readonly string[]> = {
  en: ['January', 'March', 'May', 'June', 'September', 'October'],
  de: ['Januar', 'März', 'Mai', 'Juni', 'September', 'Oktober'],
  fr: ['janvier', 'mars', 'mai', 'juin', 'septembre', 'octobre'],
  es: ['enero', 'marzo', 'mayo', 'junio', 'septiembre', 'octubre'],
}

export const greetings: Record<Language, readonly string[]> = {
  en: ['Hi {member},', 'Hello {member},', 'Good morning {member},'],
  de: ['Hallo {member},', 'Guten Tag {member},'],
  fr: ['Bonjour {member},'],
  es: ['Hola, {member}:', 'Buenos días, {member}:'],
}

export const closings: Record<Language, readonly string[]> = {
  en: ['Best regards', 'Thanks', 'Kind regards'],
  de: ['Viele Grüße', 'Mit freundlichen Grüßen'],
  fr: ['Bien à vous', 'Cordialement'],
  es: ['Un saludo', 'Saludos cordiales'],
}
