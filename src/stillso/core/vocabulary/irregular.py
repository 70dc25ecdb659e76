"""English words whose forms no ending tells: a line each, its first word is the one that stands for all.

A selection of common ones, our choice.
"""

from __future__ import annotations

IRREGULAR = """
be am are was were been being
buy bought
go goes went gone going
take took taken
make made
get got gotten
give gave given
see saw seen
come came
find found
know knew known
think thought
tell told
say said
leave left
feel felt
bring brought
begin began begun
keep kept
hold held
write wrote written
meet met
run ran
pay paid
sit sat
speak spoke spoken
lead led
grow grew grown
lose lost
fall fell fallen
send sent
build built
draw drew drawn
break broke broken
spend spent
rise rose risen
drive drove driven
wear wore worn
choose chose chosen
eat ate eaten
sing sang sung
swim swam swum
fly flew flown flight
teach taught
catch caught
sell sold
fight fought
throw threw thrown
win won
ride rode ridden
sleep slept
forget forgot forgotten
understand understood
drink drank drunk
steal stole stolen
hear heard
stand stood
hide hid hidden
shoot shot
deal dealt
dream dreamt
become became
wake woke woken
child children
person people
woman women
man men
foot feet
life lives
wife wives
mouse mice
tooth teeth
shelf shelves
knife knives
leaf leaves
news news
business business
staging staging
"""
