// The examples, in groups, each with its picture. The pictures were rendered from the sources beside them.

import automaton from './automaton.asy';
import automatonPicture from './automaton.svg';
import bell from './bell.asy';
import bellPicture from './bell.svg';
import circles from './circles.asy';
import circlesPicture from './circles.svg';
import commutative from './commutative.asy';
import commutativePicture from './commutative.svg';
import contours from './contours.asy';
import contoursPicture from './contours.svg';
import dipole from './dipole.asy';
import dipolePicture from './dipole.svg';
import euler from './euler.asy';
import eulerPicture from './euler.svg';
import first from './first.asy';
import firstPicture from './first.svg';
import formula from './formula.asy';
import formulaPicture from './formula.svg';
import knot from './knot.asy';
import knotPicture from './knot.svg';
import lens from './lens.asy';
import lensPicture from './lens.svg';
import lissajous from './lissajous.asy';
import lissajousPicture from './lissajous.svg';
import oscillation from './oscillation.asy';
import oscillationPicture from './oscillation.svg';
import pendulum from './pendulum.asy';
import pendulumPicture from './pendulum.svg';
import petersen from './petersen.asy';
import petersenPicture from './petersen.svg';
import pythagoras from './pythagoras.asy';
import pythagorasPicture from './pythagoras.svg';
import torus from './torus.asy';
import torusPicture from './torus.svg';
import wave from './wave.asy';
import wavePicture from './wave.svg';

/** A picture's path is relative to the script, not to the page. */
const example = (title, source, picture) => ({title, source, picture: new URL(picture, import.meta.url).href});

export const groups = [
  {name: 'Plots', examples: [
    example('Oscillation', oscillation, oscillationPicture),
    example('Bell curve', bell, bellPicture),
    example('Contours', contours, contoursPicture),
    example('Lissajous', lissajous, lissajousPicture),
  ]},
  {name: 'Geometry', examples: [
    example('Rose', first, firstPicture),
    example('Nine-point circle', euler, eulerPicture),
    example('Tree of Pythagoras', pythagoras, pythagorasPicture),
    example('Ford circles', circles, circlesPicture),
  ]},
  {name: 'Physics', examples: [
    example('Pendulum', pendulum, pendulumPicture),
    example('Dipole', dipole, dipolePicture),
    example('Lens', lens, lensPicture),
  ]},
  {name: '3D', examples: [
    example('Torus', torus, torusPicture),
    example('Drop in a pond', wave, wavePicture),
    example('Knot', knot, knotPicture),
  ]},
  {name: 'Graphs and diagrams', examples: [
    example('Petersen graph', petersen, petersenPicture),
    example('Automaton', automaton, automatonPicture),
    example('Pullback', commutative, commutativePicture),
    example('Formula', formula, formulaPicture),
  ]},
];

/** A dozen that make people want to try; small ones, because they are part of the first visit. */
export const inviting = [
  'Knot', 'Bell curve', 'Petersen graph', 'Torus', 'Dipole', 'Nine-point circle', 'Tree of Pythagoras', 'Lens', 'Automaton',
  'Pendulum', 'Formula', 'Oscillation',
].map(title => groups.flatMap(({examples}) => examples).find(one => one.title === title));
