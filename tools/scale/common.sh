# What captures, campaign and suite share: options, the folder of results, the call of jobs.
# Sourced by them; `here` is this folder.
# SPDX-License-Identifier: MIT

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }
die() { say "$*"; exit 3; }
usage() { say "$1"; sed -n '3p' "$0" | sed 's/^# //' >&2; exit 2; }
need_value() { [ $# -gt 1 ] || usage "$1 takes a value"; }
number_of() { [[ $2 =~ ^[1-9][0-9]{0,5}$ ]] || usage "$1 takes a number from 1: '$2'"; printf %s "$2"; }

stubborn=${STUBBORN:-$(command -v stubborn || true)}
[ -n "$stubborn" ] || for candidate in "$here"/../../build/*/tools/stubborn; do [ -x "$candidate" ] && stubborn=$candidate; done
[ -x "$stubborn" ] || die 'stubborn is not there: put it in PATH, name it by $STUBBORN, or run tools/build'
stubborn=$(realpath "$stubborn")
stubborn_quoted=$(printf %q "$stubborn")

out=
reports=()
jobs_options=()

# Takes --out, -o and the options of jobs; `taken` says how many words.
common_option() {
    taken=2
    case $1 in
        -h | --help) sed -n '2,/^set/{/SPDX/d;/^set/d;s/^# \{0,1\}//p}' "$0"; exit 0 ;;
        --out) need_value "$@"; out=$2 ;;
        -o) need_value "$@"; reports+=(-o "$2") ;;
        --tasks | --local | --rounds | --sbatch) need_value "$@"; jobs_options+=("$1" "$2") ;;
        --) taken=1; rest=1 ;;
        -*) usage "unknown option $1" ;;
        *) taken=0 ;;
    esac
}

start_folder() {
    [ -n "$out" ] || usage '--out FOLDER is wanted'
    mkdir -p "$out/log"
    folder=$(realpath "$out")
}

# The units of the folder: made anew, or those of the call before, which must be the same.
keep_units() {
    if [ ! -e "$folder/units" ]; then
        mv "$folder/units.new" "$folder/units"
    elif cmp -s "$folder/units" "$folder/units.new"; then
        rm "$folder/units.new"
        say "goes on in $folder"
    else
        rm "$folder/units.new"
        die "$folder holds other work: name another folder, or remove it"
    fi
}

run_jobs() { "$here/jobs" "${jobs_options[@]}" "$folder" || die "not joined: results are missing; the same call tries again"; }
